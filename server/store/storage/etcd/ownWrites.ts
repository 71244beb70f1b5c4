import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { Attachments } from "../attachments.ts";
import type { CommitResult, KeyValue, Operation, Put } from "../storage.ts";

/**
 * Maximum number of commits whose attachments are kept for lagging watches, and the maximum total length of their
 * values.
 */
const RECENT = { entries: 1000, weight: 8 * 1024 * 1024 };

/**
 * Remembers what this process writes, so that it need not parse it again when etcd reports it. A watch may report a
 * commit before the answer to the commit arrives: then the write is recognized by its value. Commits of one key must
 * come one after the other.
 */
export class OwnWrites {
  readonly #attachments = new Attachments();
  readonly #underWay = new Map<string, Put>();
  /** The puts of the latest commits, by revision. */
  readonly #recent = new BoundedMap<number, readonly Put[]>(RECENT);

  /** Call before a commit is sent. */
  begin(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.type === "put" && operation.attachment !== undefined) this.#underWay.set(operation.key, operation);
    }
  }

  /** Call when a commit has ended; without a result, its outcome is unknown. */
  end(operations: readonly Operation[], result: CommitResult | undefined): void {
    for (const operation of operations) {
      const { key } = operation;
      this.#underWay.delete(key);
      if (result?.ok !== true) continue;
      if (operation.type === "delete") this.#attachments.delete(key);
      else this.#attachments.put({ ...operation, modRevision: result.revision });
    }
    if (result?.ok === true) this.#remember(result.revision, operations);
  }

  /** The revision at which this process wrote a key with an attachment, when no later write of it is known. */
  revisionOf(key: string, attachment: object): number | undefined {
    return this.#attachments.revisionOf(key, attachment);
  }

  /** The same key value with the attachment it was written with, if this process wrote it recently. */
  decorate(kv: KeyValue): KeyValue {
    const known = this.#attachments.decorate(kv);
    if (known !== kv) return known;
    const recent = this.#recent.get(kv.modRevision)?.find(({ key }) => key === kv.key);
    if (recent !== undefined) return { ...kv, attachment: recent.attachment };
    const put = this.#underWay.get(kv.key);
    return put !== undefined && isSame(put.value, kv.value) ? { ...kv, attachment: put.attachment } : kv;
  }

  #remember(revision: number, operations: readonly Operation[]): void {
    const puts = operations.filter((one): one is Put => one.type === "put" && one.attachment !== undefined);
    if (puts.length === 0) return;
    this.#recent.set(
      revision,
      puts,
      puts.reduce((sum, { value }) => sum + value.length, 0),
    );
  }
}

const isSame = (one: KeyValue["value"], other: KeyValue["value"]): boolean =>
  typeof one === "string" || typeof other === "string" ? one === other : Buffer.compare(one, other) === 0;
