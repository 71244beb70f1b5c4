/**
 * A revisioned key space: what a watch, a consistent list and a resumable stream need, and nothing more.
 *
 * One counter (`revision`) grows by exactly one per committed batch; every key remembers the revision that created it and the
 * one that last changed it. Old revisions stay readable until `compact`.
 */
export interface KeyValue {
  readonly key: string;
  /** The object's JSON at its storage version, without `metadata.resourceVersion`. */
  readonly value: string;
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
  | { readonly modRevision: number };

export interface Put {
  readonly type: "put";
  readonly key: string;
  readonly value: string;
  readonly guard?: Guard;
  /** Passed by reference to watchers in this process, so that nobody parses `value` again. Never persisted. */
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
export const freesSpace = (operation: Operation): boolean =>
  operation.type === "delete" || operation.freesSpace === true;

export type Operation = Put | Delete;

export type CommitResult =
  /** Durable. `revision` is the modRevision of everything the batch changed. */
  | { readonly ok: true; readonly revision: number }
  /** Nothing changed. `failed` is the index of the first operation whose guard did not hold, `current` what the key is now. */
  | { readonly ok: false; readonly failed: number; readonly current: KeyValue | undefined };

export interface RangeOptions {
  /** Only keys that start with this. */
  readonly prefix: string;
  /** Only keys greater than this (exclusive), in byte order. */
  readonly after?: string;
  /** At most this many items; all when omitted. */
  readonly limit?: number;
  /** As of this revision; the latest when omitted. */
  readonly revision?: number;
}

export interface RangeResult {
  readonly items: readonly KeyValue[];
  /** The store's revision that the answer shows (the one asked for, or the latest). */
  readonly revision: number;
  /** Number of further keys after the last item. */
  readonly remaining: number;
}

export interface StorageEvent {
  readonly type: "put" | "delete";
  readonly key: string;
  readonly revision: number;
  /** The new state; for a delete the state before, with `modRevision` still that of the last put. */
  readonly kv: KeyValue;
  /** The state before a put; undefined when the key is new. */
  readonly previous?: KeyValue;
}

export interface StorageWatch {
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
  /** The latest durable revision; 1 for an empty store. */
  readonly revision: number;
  /** The oldest revision that can still be read. */
  readonly compactedRevision: number;
  /** @throws CompactedError, FutureRevisionError */
  get(key: string, revision?: number): Promise<KeyValue | undefined>;
  /** Keys in byte order. @throws CompactedError, FutureRevisionError */
  range(options: RangeOptions): Promise<RangeResult>;
  /**
   * Commits all operations as one revision, or none. Resolves only when durable; batches that arrive in the same turn of
   * the event loop share one transaction (each still has its own revision). Rejects with a StorageError when the medium
   * failed; then nothing of the batch is stored. A batch that changes nothing (it is empty, or only deletes keys that do not exist) takes no
   * revision: its result has the latest one. Guards are about the state before the batch, and a key may occur in it once
   * (a TypeError otherwise, as for keys and values that hold NUL or lone surrogates).
   */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /**
   * Delivers every event with `revision > after` under the prefix, in order, each batch at once, and before the `commit`
   * that caused it resolves. Events already in history are delivered before `watch` returns.
   * @throws CompactedError when `after` is older than the history
   */
  watch(prefix: string, after: number, onEvents: (events: readonly StorageEvent[]) => void): StorageWatch;
  /** Whether a value is stored in another form than a write now would give it, so that even an equal one is worth writing. */
  isStale?(key: string): Promise<boolean>;
  /** Forgets what is needed only to read before `revision`. The latest state of each key stays. */
  compact(revision: number): Promise<void>;
  /** The highest revision committed at or before `time` (ms since the epoch), for time-based compaction. */
  revisionAt(time: number): Promise<number>;
  /** Writes a consistent copy of the whole store to `file` without stopping writers. */
  snapshot(file: string): Promise<void>;
  /** Whether writes are stored. While they are not, the disk is tried again when the server is asked. */
  writable(): Promise<boolean>;
  /** Bytes that the store takes on disk. */
  size(): Promise<number>;
  /** Finishes commits under way, then releases the file and its lock. */
  close(): Promise<void>;
}
