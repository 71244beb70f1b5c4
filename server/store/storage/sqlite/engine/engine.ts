import type { KeyRange, KeyValue, RangeOptions, RangeResult } from "../../storage.ts";
import type { StorageError } from "../../storageError.ts";
import type { ExpiredKeys } from "../database/expiry.ts";
import type { Changes } from "../database/history.ts";
import type { Disk } from "../wasm/disk.ts";
import type { BatchOutcome } from "./batch.ts";
import type { Batch } from "./engineOperation.ts";
import type { Rejected } from "./groupCommit.ts";

export interface EngineOptions {
  /** The database file, in a folder that exists; made when it is missing. The caller holds its lock. */
  readonly file: string;
  /** The wall clock, ms since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Whether commits wait for the medium (the default). Without, a power cut may lose commits; only for tests. */
  readonly syncs?: boolean | undefined;
  /** Nothing is changed in it; a store of an older format is refused, because it would have to be changed. */
  readonly readOnly?: boolean | undefined;
  /** Stands in for the file system in fault injection. */
  readonly disk?: Disk | undefined;
  /** Bytes on the disk that are kept for deletions; none by default. */
  readonly reserve?: number | undefined;
  /** Told when writes are not stored any more, and why, and undefined when they are again. */
  readonly onFault?: ((fault: StorageError | undefined) => void) | undefined;
}

type Soon<T> = T | Promise<T>;

/**
 * What is done with a store file, in this thread or in another. What callers share (watches, attachments, groups of commits)
 * is above it. Calls are done in the order in which they are made.
 */
export interface Engine {
  /** The latest revision. */
  readonly revision: number;
  /** The oldest revision that can be read. */
  readonly compacted: number;
  /** The state of a key at a revision that can be read; the latest when omitted. */
  get(key: string, revision?: number): Soon<KeyValue | undefined>;
  /** The keys of a range at a revision that can be read. */
  range(options: RangeOptions): Soon<RangeResult>;
  count(range: KeyRange): Soon<number>;
  /** The next changes after a revision under a prefix. */
  changes(prefix: string, after: number): Soon<Changes>;
  /**
   * All batches together; on a disk that is full, only those that make room, each alone, in the room that is kept for them.
   * @param time of the commit, ms since the epoch
   */
  commit(batches: readonly Batch[], time: number): Soon<readonly (BatchOutcome | Rejected)[]>;
  /** Makes a revision the oldest that can be read; what only reads before it need is removed by {@link compactSome}. */
  markCompacted(revision: number): Soon<void>;
  /** Removes a part of what is compacted. @returns whether more is left */
  compactSome(): Soon<boolean>;
  /** Gives the room of the write-ahead log back, as far as the disk lets it. */
  checkpoint(): Soon<void>;
  /** The latest revision committed at or before a time (ms since the epoch), as far as the log reaches back. */
  revisionAt(time: number): Soon<number | undefined>;
  /** Keys whose time to live is over at a time (ms since the epoch), at most some of them. */
  expired(time: number): Soon<ExpiredKeys>;
  /** Whether writes are stored; tries it anew now and then while they are not. */
  writable(): Soon<boolean>;
  /** Writes a consistent copy, which appears when it is complete. */
  save(file: string): Promise<void>;
  close(): Soon<void>;
}
