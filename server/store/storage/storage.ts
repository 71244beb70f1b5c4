/**
 * A revisioned key space: what a watch, a consistent list and a resumable stream need, and nothing more. It may be a file of
 * this process, or a cluster elsewhere that other servers write to, that lags behind and breaks.
 *
 * One counter, the revision, grows by exactly one per committed batch; every key remembers the revision that created it and
 * the one that last changed it. Old revisions stay readable until `compact`.
 */

/** Text, or bytes where what is stored is no text (protobuf, ciphers). Engines give back text as text where they can tell. */
export type Value = string | Uint8Array;

export interface KeyValue {
  readonly key: string;
  /** The object at its storage version, without `metadata.resourceVersion`. */
  readonly value: Value;
  readonly createRevision: number;
  readonly modRevision: number;
  /** See {@link Put.attachment}; present only while the engine still has it in memory. */
  readonly attachment?: unknown;
  /** Length of the value as it is stored, where reading `value` would cost more than that. */
  readonly length?: number;
  /** Why the value cannot be had, because it does not decrypt; then `value` is empty. */
  readonly unreadable?: string | undefined;
}

/** A guard states what must be true of the key for the batch to be committed. */
export type Guard =
  /** The key must not exist. */
  | { readonly absent: true }
  /** The key must exist with exactly this modRevision. */
  | { readonly modRevision: number }
  /**
   * The key must hold what the put with this attachment wrote, compared by reference: a put of this process, lately given to
   * the store for the same key. It may still be under way: then the batch need not wait for it, and fails when it does.
   */
  | { readonly writtenAs: object };

export interface Put {
  readonly type: "put";
  readonly key: string;
  readonly value: Value;
  readonly guard?: Guard;
  /** Seconds after which the store deletes the key, at the earliest; the next put of the key decides anew. */
  readonly timeToLive?: number | undefined;
  /** Passed by reference to watchers in this process, so that they need not parse `value` again. Never persisted. */
  readonly attachment?: unknown;
  /** Part of a deletion: may use the room that is kept for deletions when the disk is full. */
  readonly freesSpace?: boolean;
}

export interface Delete {
  readonly type: "delete";
  readonly key: string;
  readonly guard?: Guard;
}

/** Operations for which a full disk keeps room: deletions, and puts that lead to one. */
export const freesSpace = (operation: Pick<Put, "type" | "freesSpace"> | Pick<Delete, "type">): boolean =>
  operation.type === "delete" || operation.freesSpace === true;

export type Operation = Put | Delete;

export type CommitResult =
  /** Durable. `revision` is the modRevision of everything the batch changed. */
  | { readonly ok: true; readonly revision: number }
  /** Nothing changed. `failed` is the index of the first operation whose guard did not hold, `current` what the key is now. */
  | { readonly ok: false; readonly failed: number; readonly current: KeyValue | undefined };

/** The part of the keys that a question is about. */
export interface KeyRange {
  /** Only keys that start with this. */
  readonly prefix: string;
  /** Only keys greater than this (exclusive), in byte order. */
  readonly after?: string;
  /** As of this revision; the latest when omitted, and then linearizable. */
  readonly revision?: number;
}

export interface RangeOptions extends KeyRange {
  /** At most this many items; all when omitted. An engine may give fewer (see {@link RangeResult.more}). */
  readonly limit?: number;
}

export interface RangeResult {
  readonly items: readonly KeyValue[];
  /** The store's revision that the answer shows (the one asked for, or the latest). */
  readonly revision: number;
  /** Whether there are keys after the last item. */
  readonly more: boolean;
}

/** A change of one key. */
export type StorageEvent =
  | { readonly type: "put"; readonly key: string; readonly revision: number; readonly kv: KeyValue }
  | { readonly type: "delete"; readonly key: string; readonly revision: number };

/** Why a watch is over. Who follows the store reads it anew after all of these but `closed`. */
export type WatchEnd =
  /** What it would have to tell next is forgotten: the oldest revision that can be read. */
  | { readonly reason: "compacted"; readonly compacted: number }
  /** The store could not go on. */
  | { readonly reason: "failed"; readonly error: unknown }
  /** The reader took its messages too slowly. */
  | { readonly reason: "overrun" }
  /** `close` was called, of the watch or of the store. */
  | { readonly reason: "closed" };

/** What a watch tells. */
export type WatchMessage =
  /** All changes of one or more whole revisions, in order. */
  | { readonly type: "events"; readonly events: readonly StorageEvent[] }
  /** Everything up to this revision was told. */
  | { readonly type: "progress"; readonly revision: number }
  /** The last message. */
  | { readonly type: "end"; readonly end: WatchEnd };

/** A stream of changes, for one reader. What the reader does not take waits in a bounded queue. */
export interface StorageWatch extends AsyncIterable<WatchMessage> {
  /** Asks for a `progress` message soon, for a reader that has to know that nothing is missing. */
  requestProgress(): void;
  /** Ends it. Messages that wait are still told. */
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
  /** Other servers may write to it at the same time: what memory knows of it is a hint. Not so when omitted. */
  readonly isShared?: boolean;
  /**
   * The latest revision at some moment of the call: not older than any commit that was acknowledged before, by whomever.
   * A number where that is known without asking. @throws StorageError when the store cannot be asked
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
   * Commits all operations as one revision, or none. Resolves only when durable. Rejects with a StorageError when the medium
   * failed; whether the batch is stored is then told by {@link StorageError.outcome}. A batch that changes nothing (it is
   * empty, or only deletes keys that do not exist) takes no revision: its result has the latest one. Guards are about the
   * state before the batch, and a key may occur in it once (a TypeError otherwise, as for keys and texts that hold NUL or
   * lone surrogates). Batches that have a key in common are committed in the order in which they were given, others in any.
   */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /**
   * Tells every change with `revision > after` under the prefix, each once and in order, until it ends. A watch that cannot
   * begin ends with its first message. A change is told after the commit that caused it was acknowledged or before: who
   * needs it waits until the watch has reached the commit's revision.
   */
  watch(options: { readonly prefix: string; readonly after: number }): StorageWatch;
  /** Whether a value is stored in another form than a write now would give it, so that even an equal one is worth writing. */
  isStale?(key: string): Promise<boolean>;
  /**
   * Forgets what is needed only to read before `revision`. The latest state of each key stays. Of several servers on one
   * store that do the same at about the same time, one does it.
   * @returns the oldest revision that can be read from here on
   */
  compact(revision: number): Promise<number>;
  /** The highest revision known to be committed at or before `time` (ms since the epoch); 0 when none is. */
  revisionAt(time: number): Promise<number>;
  /** Whether the store answers within so many milliseconds, by default those it was opened with. Never rejects. */
  healthy(patience?: number): Promise<boolean>;
  /** Whether writes are stored. While they are not, the medium is tried again when the server is asked. */
  writable(): Promise<boolean>;
  /** Bytes that the store takes. */
  size(): Promise<number>;
  /** What a store that is a file can do besides. */
  readonly snapshots?: Snapshots;
  /** Finishes commits under way, then releases what it holds. */
  close(): Promise<void>;
}

/** Copies of a whole store. */
export interface Snapshots {
  /** Writes a consistent copy to `file` without stopping writers. */
  save(file: string): Promise<void>;
}
