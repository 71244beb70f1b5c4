import { Attachments } from "../attachments.ts";
import type { CommitResult, KeyValue, Operation, Put } from "../storage.ts";
import type { EtcdGuard } from "./transaction.ts";

/** Commits whose attachments are kept for watches that lag behind. */
const RECENT = 1000;
/** A revision that no key ever has. */
const NEVER = -1;

/**
 * What this process itself writes, so that nobody parses it again when etcd tells of it. A watch may tell of a commit before
 * its answer comes: then the write is known by its value. Of one key only commits that rest
 * on each other are under way at the same time (see {@link OwnWrites.guardOf}).
 */
export class OwnWrites {
  readonly #attachments = new Attachments();
  readonly #underWay = new Map<string, readonly Put[]>();
  /** The puts of the latest commits, by revision. A Map iterates in order of insertion. */
  readonly #recent = new Map<number, readonly Put[]>();

  /** A commit is about to be sent. */
  begin(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.type !== "put" || operation.attachment === undefined) continue;
      this.#underWay.set(operation.key, [...(this.#underWay.get(operation.key) ?? []), operation]);
    }
  }

  /** What a guard on a write of this process comes to: the value while it is under way, the revision that it got after. */
  guardOf(key: string, attachment: object): EtcdGuard {
    const put = this.#underWay.get(key)?.find((one) => one.attachment === attachment);
    return put === undefined
      ? { modRevision: this.#attachments.revisionOf(key, attachment) ?? NEVER }
      : { value: put.value };
  }

  /** A commit is over; without a result nobody knows what became of it. */
  end(operations: readonly Operation[], result: CommitResult | undefined): void {
    for (const operation of operations) {
      const { key } = operation;
      if (operation.type === "put") this.#forget(operation);
      if (result?.ok !== true) continue;
      if (operation.type === "delete") this.#attachments.delete(key);
      else this.#attachments.putLatest({ key, modRevision: result.revision, attachment: operation.attachment });
    }
    if (result?.ok === true) this.#remember(result.revision, operations);
  }

  /** The same key value with the attachment it was written with, when this process wrote it lately. */
  decorate(kv: KeyValue): KeyValue {
    const known = this.#attachments.decorate(kv);
    if (known !== kv) return known;
    const recent = this.#recent.get(kv.modRevision)?.find(({ key }) => key === kv.key);
    if (recent !== undefined) return { ...kv, attachment: recent.attachment };
    const put = this.#underWay.get(kv.key)?.find(({ value }) => isSame(value, kv.value));
    return put === undefined ? kv : { ...kv, attachment: put.attachment };
  }

  #forget(put: Put): void {
    const left = this.#underWay.get(put.key)?.filter(({ attachment }) => attachment !== put.attachment) ?? [];
    if (left.length > 0) this.#underWay.set(put.key, left);
    else this.#underWay.delete(put.key);
  }

  #remember(revision: number, operations: readonly Operation[]): void {
    const puts = operations.filter((one): one is Put => one.type === "put" && one.attachment !== undefined);
    if (puts.length === 0) return;
    this.#recent.set(revision, puts);
    if (this.#recent.size <= RECENT) return;
    for (const oldest of this.#recent.keys()) {
      this.#recent.delete(oldest);
      break;
    }
  }
}

const isSame = (one: KeyValue["value"], other: KeyValue["value"]): boolean =>
  typeof one === "string" || typeof other === "string" ? one === other : Buffer.compare(one, other) === 0;
