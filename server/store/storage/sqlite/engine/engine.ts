import type { KeyRange, KeyValue, RangeOptions, RangeResult } from "../../storage.ts";
import type { StorageError } from "../../storageError.ts";
import type { ExpiredKeys } from "../database/expiry.ts";
import type { Changes } from "../database/history.ts";
import type { Disk } from "../wasm/disk.ts";
import type { BatchOutcome } from "./batch.ts";
import type { Batch } from "./engineOperation.ts";
import type { Rejected } from "./groupCommit.ts";

export interface EngineOptions {
  /** The database file, in a folder that exists; created when missing. The caller holds its lock. */
  readonly file: string;
  /** The wall clock, ms since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Whether commits wait for the medium (the default). If not, a power cut may lose commits; only for tests. */
  readonly syncs?: boolean | undefined;
  /**
   * Opens the store without changing it; a store of an older format is refused, because it would have to be migrated.
   */
  readonly readOnly?: boolean | undefined;
  /** Replaces the file system for fault injection. */
  readonly disk?: Disk | undefined;
  /** Bytes on the disk reserved for deletions; none by default. */
  readonly reserve?: number | undefined;
  /** Called with the reason when writes are no longer stored, and with undefined when they are again. */
  readonly onFault?: ((fault: StorageError | undefined) => void) | undefined;
}

type Soon<T> = T | Promise<T>;

/**
 * Operations on a store file, in this thread or in another. What callers share (watches, attachments, groups of
 * commits) is one layer above. Calls are executed in the order in which they are made.
 */
export interface Engine {
  /** The latest revision. */
  readonly revision: number;
  /** The oldest revision that can be read. */
  readonly compacted: number;
  /** The state of a key at a readable revision; the latest when omitted. */
  get(key: string, revision?: number): Soon<KeyValue | undefined>;
  /** The keys of a range at a readable revision. */
  range(options: RangeOptions): Soon<RangeResult>;
  count(range: KeyRange): Soon<number>;
  /** The next changes after a revision under a prefix. */
  changes(prefix: string, after: number): Soon<Changes>;
  /**
   * Commits all batches together. On a full disk, it commits only batches that free space, each separately, in the room
   * reserved for them.
   * @param time time of the commit, ms since the epoch
   */
  commit(batches: readonly Batch[], time: number): Soon<readonly (BatchOutcome | Rejected)[]>;
  /** Makes a revision the oldest readable one; {@link compactSome} removes the rows that only earlier reads need. */
  markCompacted(revision: number): Soon<void>;
  /** Removes a part of the compacted rows. @returns whether more are left */
  compactSome(): Soon<boolean>;
  /** Frees the disk space of the write-ahead log, as far as the disk allows. */
  checkpoint(): Soon<void>;
  /** The latest revision committed at or before a time (ms since the epoch), as far as the log reaches back. */
  revisionAt(time: number): Soon<number | undefined>;
  /** Keys that have expired at `time` (ms since the epoch), up to a maximum number. */
  expired(time: number): Soon<ExpiredKeys>;
  /** Whether writes are stored; while they are not, the call tries again, at most once per second. */
  writable(): Soon<boolean>;
  /** Writes a consistent copy, which appears under its name when it is complete. */
  save(file: string): Promise<void>;
  close(): Soon<void>;
}
