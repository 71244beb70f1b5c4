/**
 * A revisioned key space with just what a watch, a consistent list and a resumable stream need. It may be a file of
 * this process, or a remote cluster that other servers write to and that can lag or lose connections.
 *
 * One counter, the revision, grows by exactly one per committed batch; every key has the revision that created it and
 * the one that last changed it. Old revisions stay readable until `compact`.
 */

/**
 * Text, or bytes if the stored value is not text (protobuf, ciphers). Engines return text as text where they can
 * distinguish it.
 */
export type Value = string | Uint8Array;

export interface KeyValue {
  readonly key: string;
  /** The object at its storage version, without `metadata.resourceVersion`. */
  readonly value: Value;
  readonly createRevision: number;
  readonly modRevision: number;
  /** See {@link Put.attachment}; present only while the engine still has it in memory. */
  readonly attachment?: unknown;
  /** Length of the stored value, set when reading `value` would be more expensive. */
  readonly length?: number;
  /** Why the value is unavailable: it does not decrypt. Then `value` is empty. */
  readonly unreadable?: string | undefined;
}

/** A guard states what must be true of the key for the batch to be committed. */
export type Guard =
  /** The key must not exist. */
  | { readonly absent: true }
  /** The key must exist with exactly this modRevision. */
  | { readonly modRevision: number }
  /**
   * The key must have the value written by the put with this attachment (compared by reference): a put of this process,
   * recently given to the store for the same key. If that put is still in progress, the batch need not wait for it, and
   * fails if it fails.
   */
  | { readonly writtenAs: object };

export interface Put {
  readonly type: "put";
  readonly key: string;
  readonly value: Value;
  readonly guard?: Guard;
  /**
   * Seconds after which the store deletes the key, at the earliest; the next put of the key sets or removes the limit.
   */
  readonly timeToLive?: number | undefined;
  /** Passed by reference to watchers in this process, so that they need not parse `value` again. Never persisted. */
  readonly attachment?: unknown;
  /** Whether the put is part of a deletion, and may use the room reserved for deletions when the disk is full. */
  readonly freesSpace?: boolean;
}

export interface Delete {
  readonly type: "delete";
  readonly key: string;
  readonly guard?: Guard;
}

/** Whether the reserved room of a full disk is available to an operation: to deletions, and puts that lead to one. */
export const freesSpace = (operation: Pick<Put, "type" | "freesSpace"> | Pick<Delete, "type">): boolean =>
  operation.type === "delete" || operation.freesSpace === true;

export type Operation = Put | Delete;

export type CommitResult =
  /** The batch is durable. `revision` is the modRevision of everything the batch changed. */
  | { readonly ok: true; readonly revision: number }
  /**
   * Nothing changed. `failed` is the index of the first operation whose guard did not hold, `current` the present state
   * of its key.
   */
  | { readonly ok: false; readonly failed: number; readonly current: KeyValue | undefined };

/** The range of keys to read. */
export interface KeyRange {
  /** Only keys that start with this. */
  readonly prefix: string;
  /** Only keys greater than this (exclusive), in byte order. */
  readonly after?: string;
  /** As of this revision; the latest when omitted, and then linearizable. */
  readonly revision?: number;
}

export interface RangeOptions extends KeyRange {
  /** Maximum number of items; all when omitted. An engine may return fewer (see {@link RangeResult.more}). */
  readonly limit?: number;
}

export interface RangeResult {
  readonly items: readonly KeyValue[];
  /** The revision that the result shows (the requested one, or the latest). */
  readonly revision: number;
  /** Whether there are keys after the last item. */
  readonly more: boolean;
}

/** A change of one key. */
export type StorageEvent =
  | { readonly type: "put"; readonly key: string; readonly revision: number; readonly kv: KeyValue }
  | { readonly type: "delete"; readonly key: string; readonly revision: number };

/**
 * Why a watch has ended. A follower of the store has to start again from a fresh read or watch after all of these but
 * `closed`.
 */
export type WatchEnd =
  /** The next changes are compacted: `compacted` is the oldest readable revision. */
  | { readonly reason: "compacted"; readonly compacted: number }
  /** The store could not continue. */
  | { readonly reason: "failed"; readonly error: unknown }
  /** The reader took its messages too slowly. */
  | { readonly reason: "overrun" }
  /** `close` was called, on the watch or on the store. */
  | { readonly reason: "closed" };

/** A message of a watch. */
export type WatchMessage =
  /** All changes of one or more whole revisions, in order. */
  | { readonly type: "events"; readonly events: readonly StorageEvent[] }
  /** Everything up to this revision was delivered. */
  | { readonly type: "progress"; readonly revision: number }
  /** The last message. */
  | { readonly type: "end"; readonly end: WatchEnd };

/** A stream of changes for one reader. Messages that the reader has not taken wait in a bounded queue. */
export interface StorageWatch extends AsyncIterable<WatchMessage> {
  /** Requests a `progress` message soon, for a reader that must know that it has missed nothing. */
  requestProgress(): void;
  /** Ends the watch. Waiting messages are still delivered. */
  close(): void;
}

/** Thrown by reads and watches at a revision that was compacted away. */
export class CompactedError extends Error {
  readonly requested: number;
  readonly compacted: number;

  constructor(requested: number, compacted: number) {
    super(`revision ${requested} was compacted, the oldest readable is ${compacted}`);
    this.name = "CompactedError";
    this.requested = requested;
    this.compacted = compacted;
  }
}

/** Thrown by reads at a revision the store has not reached. */
export class FutureRevisionError extends Error {
  readonly requested: number;
  readonly current: number;

  constructor(requested: number, current: number) {
    super(`revision ${requested} is in the future, the current one is ${current}`);
    this.name = "FutureRevisionError";
    this.requested = requested;
    this.current = current;
  }
}

export interface Storage {
  /** Whether other servers may write to the store at the same time: then memory may be outdated. False when omitted. */
  readonly isShared?: boolean;
  /**
   * The latest revision at some moment during the call: not older than any commit acknowledged before, by any server. A
   * plain number if it is known without asking.
   * @throws StorageError when the store cannot be asked
   */
  currentRevision(): number | Promise<number>;
  /** @throws CompactedError, FutureRevisionError when nothing can be read at this revision */
  assertReadable(revision: number): void | Promise<void>;
  /** @throws CompactedError, FutureRevisionError */
  get(key: string, revision?: number): Promise<KeyValue | undefined>;
  /** Keys in byte order. @throws CompactedError, FutureRevisionError */
  range(options: RangeOptions): Promise<RangeResult>;
  /** The number of keys in a range. @throws CompactedError, FutureRevisionError */
  count(range: KeyRange): Promise<number>;
  /**
   * Commits all operations as one revision, or none. Resolves only when durable. Rejects with a StorageError when the
   * medium failed; {@link StorageError.outcome} then states whether the batch may be stored. A batch that changes
   * nothing (it is empty, or only deletes keys that do not exist) takes no revision: its result has the latest one.
   * Guards refer to the state before the batch. A key may occur only once in a batch; otherwise a TypeError is thrown,
   * as for keys and texts with NUL or lone surrogates. Batches that have a key in common are committed in the order of
   * the calls, others in any order.
   */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /**
   * Delivers every change with `revision > after` under the prefix, each once and in order, until it ends. A watch that
   * cannot begin ends with its first message. A change may be delivered before or after its commit is acknowledged: a
   * caller that needs it waits until the watch has reached the commit's revision.
   */
  watch(options: { readonly prefix: string; readonly after: number }): StorageWatch;
  /**
   * Whether a value is stored in another form than a write would give it now, so that writing even an equal value is
   * useful.
   */
  isStale?(key: string): Promise<boolean>;
  /**
   * Discards history that is needed only to read before `revision`. The latest state of each key stays. When several
   * servers of one store compact at about the same time, one of them does it.
   * @returns the oldest revision that is readable from now on
   */
  compact(revision: number): Promise<number>;
  /** The highest revision known to be committed at or before `time` (ms since the epoch); 0 when none is. */
  revisionAt(time: number): Promise<number>;
  /**
   * Whether the store answers within `timeout` milliseconds; the default is set when the store is opened. Never
   * rejects.
   */
  healthy(timeout?: number): Promise<boolean>;
  /** Whether writes are stored. While they are not, this call tries the medium again. */
  writable(): Promise<boolean>;
  /** Bytes that the store takes. */
  size(): Promise<number>;
  /** Additional operations of a store that is a file. */
  readonly snapshots?: Snapshots;
  /** Finishes pending commits, then releases all resources. */
  close(): Promise<void>;
}

/** Copies of a whole store. */
export interface Snapshots {
  /** Writes a consistent copy to `file` without stopping writers. */
  save(file: string): Promise<void>;
}
