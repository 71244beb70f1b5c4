import { checkBatch } from "../checkBatch.ts";
import {
  type CommitResult,
  CompactedError,
  FutureRevisionError,
  type KeyRange,
  type KeyValue,
  type Operation,
  type RangeOptions,
  type RangeResult,
  type Storage,
  type StorageWatch,
} from "../storage.ts";
import { StorageError } from "../storageError.ts";
import { Compactor } from "./compactor.ts";
import { Cluster, type EtcdTimeouts } from "./connection/cluster.ts";
import type { EtcdTls } from "./connection/endpoint.ts";
import { means } from "./connection/etcdFault.ts";
import { EtcdWatch } from "./etcdWatch.ts";
import { KeyNames } from "./keyNames.ts";
import { KeyTurns } from "./keyTurns.ts";
import { Leases } from "./leases.ts";
import { OwnWrites } from "./ownWrites.ts";
import { PageSize } from "./pageSize.ts";
import type { RangeRequest, RangeResponse } from "./protocol/messages.ts";
import { LEASE_GRANT, RANGE, STATUS, TXN } from "./protocol/methods.ts";
import { RevisionTimes } from "./revisionTimes.ts";
import { SharedQuestion } from "./sharedQuestion.ts";
import { keyValue } from "./storedValue.ts";
import { type EtcdOperation, resultOf, transactionOf } from "./transaction.ts";

/** A revision that no key ever has. */
const NEVER = -1;

export interface EtcdStorageOptions {
  /** Addresses of members: `http://host:port`, or `https://` for TLS. */
  readonly endpoints: readonly string[];
  /** Prefix of all keys as this process names them; default empty. */
  readonly root?: string | undefined;
  /** Replaces the root in the names that etcd stores; default the root. End both with the same separator, or none. */
  readonly prefix?: string | undefined;
  readonly tls?: EtcdTls | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Timeout of `healthy` and `writable`, in milliseconds. */
  readonly healthcheckTimeout?: number | undefined;
  /** See {@link Leases}; default 60. */
  readonly leaseReuseSeconds?: number | undefined;
  readonly timeouts?: Partial<EtcdTimeouts> | undefined;
}

/**
 * Opens an etcd cluster (3.4 or later) as a store. Other servers may use the same keys at the same time.
 *
 * @throws StorageError when no member answers; TypeError when an address is invalid
 * @example const storage = await openEtcdStorage({ endpoints: ["http://127.0.0.1:2379"], now: Date.now });
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const storage = new EtcdStorage(options);
  try {
    await storage.currentRevision();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

class EtcdStorage implements Storage {
  readonly isShared = true;
  readonly #names: KeyNames;
  readonly #cluster: Cluster;
  readonly #healthTimeout: number;
  readonly #turns = new KeyTurns();
  readonly #writes = new OwnWrites();
  readonly #leases: Leases;
  readonly #compactor: Compactor;
  readonly #times: RevisionTimes;
  readonly #pages = new PageSize();
  readonly #watches = new Set<EtcdWatch>();
  readonly #latest = new SharedQuestion(() => this.#askRevision());
  /** The oldest readable revision, as far as this server knows. */
  #compacted = 1;
  #closed = false;

  constructor({ endpoints, root = "", prefix = root, tls = {}, now, timeouts, ...options }: EtcdStorageOptions) {
    this.#names = new KeyNames(root, prefix);
    this.#cluster = new Cluster(endpoints, tls, timeouts);
    this.#healthTimeout = options.healthcheckTimeout ?? 2000;
    this.#compactor = new Compactor(this.#cluster);
    this.#times = new RevisionTimes(now);
    this.#leases = new Leases({
      reuseSeconds: options.leaseReuseSeconds ?? 60,
      monotonic: () => performance.now(),
      grant: (lease) => this.#cluster.write(LEASE_GRANT, lease),
    });
  }

  async currentRevision(): Promise<number> {
    this.#assertOpen();
    return this.#latest.ask();
  }

  async assertReadable(revision: number): Promise<void> {
    this.#assertOpen();
    await this.#read({ key: this.#names.probe, countOnly: true }, revision);
  }

  async get(key: string, revision?: number): Promise<KeyValue | undefined> {
    this.#assertOpen();
    const { items } = await this.#read({ key: this.#names.stored(key) }, revision);
    const stored = items[0];
    return stored && this.#writes.decorate(keyValue(key, stored));
  }

  async range({ prefix, after, limit = Number.POSITIVE_INFINITY, revision }: RangeOptions): Promise<RangeResult> {
    this.#assertOpen();
    const range = this.#names.range(prefix, after);
    if (range === undefined) return { items: [], revision: await this.#revisionOf(revision), more: false };
    const { items, header, more } = await this.#read({ ...range, limit: Math.min(limit, this.#pages.keys) }, revision);
    this.#pages.saw(items);
    const found: KeyValue[] = [];
    for (const stored of items) {
      const key = this.#names.own(stored.key);
      if (key !== undefined) found.push(this.#writes.decorate(keyValue(key, stored)));
    }
    return { items: found, revision: revision ?? header?.revision ?? 0, more };
  }

  async count({ prefix, after, revision }: KeyRange): Promise<number> {
    this.#assertOpen();
    const range = this.#names.range(prefix, after);
    if (range !== undefined) return (await this.#read({ ...range, countOnly: true }, revision)).count;
    await this.#revisionOf(revision);
    return 0;
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    this.#assertOpen();
    checkBatch(operations);
    return this.#turns.run(
      operations.map(({ key }) => key),
      () => this.#commit(operations),
    );
  }

  watch({ prefix, after }: { readonly prefix: string; readonly after: number }): StorageWatch {
    this.#assertOpen();
    const watch = new EtcdWatch({
      prefix,
      after,
      names: this.#names,
      cluster: this.#cluster,
      currentRevision: () => this.currentRevision(),
      decorate: (kv) => this.#writes.decorate(kv),
      onRevision: (revision) => this.#times.saw(revision),
      onCompacted: (revision) => this.#sawCompacted(revision),
      onEnd: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch.watch;
  }

  async compact(revision: number): Promise<number> {
    const current = await this.currentRevision();
    if (revision > current) throw new FutureRevisionError(revision, current);
    if (revision > this.#compacted) this.#sawCompacted(await this.#compactor.compact(revision));
    return this.#compacted;
  }

  async revisionAt(time: number): Promise<number> {
    this.#assertOpen();
    return Math.max(this.#times.at(time), this.#compacted);
  }

  async healthy(timeout = this.#healthTimeout): Promise<boolean> {
    if (this.#closed) return false;
    try {
      await this.#cluster.read(RANGE, { key: this.#names.probe, countOnly: true }, timeout);
      return true;
    } catch {
      return false;
    }
  }

  async writable(): Promise<boolean> {
    this.#assertOpen();
    try {
      return (await this.#cluster.read(STATUS, {}, this.#healthTimeout)).errors.length === 0;
    } catch {
      return false;
    }
  }

  /** Bytes in use in the member's file, without free pages. */
  async size(): Promise<number> {
    this.#assertOpen();
    return (await this.#cluster.read(STATUS, {})).sizeInUse;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turns.idle();
    for (const { watch } of [...this.#watches]) watch.close();
    this.#cluster.close();
  }

  async #commit(operations: readonly Operation[]): Promise<CommitResult> {
    const guarded = operations.map((operation) => this.#guarded(operation));
    this.#writes.begin(operations);
    let result: CommitResult | undefined;
    try {
      result = await this.#send(guarded);
      if (result.ok) this.#times.saw(result.revision);
    } finally {
      this.#writes.end(operations, result);
    }
    return result.ok || result.current === undefined
      ? result
      : { ...result, current: this.#writes.decorate(result.current) };
  }

  /**
   * Translates a guard. A guard on a write of this process (`writtenAs`) becomes a guard on the revision of that write:
   * commits of a key are executed one after the other, so the write is finished. etcd does not keep the order of
   * concurrent requests: of two transactions, the later is often executed first.
   */
  #guarded(operation: Operation): EtcdOperation {
    const { key, guard } = operation;
    if (guard === undefined || !("writtenAs" in guard)) return operation as EtcdOperation;
    return { ...operation, guard: { modRevision: this.#writes.revisionOf(key, guard.writtenAs) ?? NEVER } };
  }

  /** @param again whether this is the second attempt, with new leases because those of the first have expired */
  async #send(operations: readonly EtcdOperation[], again = false): Promise<CommitResult> {
    const transaction = transactionOf(operations, this.#names, await this.#leasesOf(operations));
    try {
      return resultOf(operations, await this.#cluster.write(TXN, transaction));
    } catch (error) {
      if (again || !means(error, "leaseGone")) throw error;
      this.#leases.forget();
      return this.#send(operations, true);
    }
  }

  async #leasesOf(operations: readonly EtcdOperation[]): Promise<ReadonlyMap<EtcdOperation, number>> {
    const leases = new Map<EtcdOperation, number>();
    for (const operation of operations) {
      if (operation.type !== "put" || operation.timeToLive === undefined) continue;
      try {
        leases.set(operation, await this.#leases.idFor(operation.timeToLive));
      } catch (error) {
        // Whatever happened to the lease: the batch itself was not sent.
        if (!(error instanceof StorageError)) throw error;
        throw new StorageError(error.fault, error.message, error.cause, "nothing");
      }
    }
    return leases;
  }

  /** @throws CompactedError, FutureRevisionError, StorageError */
  async #read(request: RangeRequest, revision: number | undefined): Promise<RangeResponse> {
    if (revision !== undefined && revision < this.#compacted) throw new CompactedError(revision, this.#compacted);
    try {
      return await this.#cluster.read(RANGE, { ...request, revision });
    } catch (error) {
      if (revision === undefined) throw error;
      if (means(error, "future")) throw new FutureRevisionError(revision, await this.currentRevision());
      if (!means(error, "compacted")) throw error;
      await this.#findCompacted(revision);
      throw new CompactedError(revision, this.#compacted);
    }
  }

  /** Learns the oldest readable revision, which etcd reports only to watches that begin too early. */
  async #findCompacted(before: number): Promise<void> {
    for await (const { type } of this.watch({ prefix: "", after: before })) if (type !== "progress") break;
    this.#sawCompacted(before + 1);
  }

  async #revisionOf(revision: number | undefined): Promise<number> {
    if (revision === undefined) return this.currentRevision();
    await this.assertReadable(revision);
    return revision;
  }

  async #askRevision(): Promise<number> {
    // Only the header of the answer is needed.
    const { header } = await this.#cluster.read(RANGE, { key: this.#names.probe, countOnly: true });
    const revision = header?.revision ?? 0;
    this.#times.saw(revision);
    return revision;
  }

  #sawCompacted(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision);
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error("the storage is closed");
  }
}
