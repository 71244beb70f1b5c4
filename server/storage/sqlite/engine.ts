import { statSync } from "node:fs";
import path from "node:path";
import type { KeyRange, KeyValue, Operation, RangeOptions, RangeResult } from "../storage.ts";
import { freesSpace } from "../storage.ts";
import { StorageError } from "../storageError.ts";
import { applyBatch, type BatchOutcome } from "./batch.ts";
import { checkStore } from "./checkStore.ts";
import { Database } from "./database.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { type ExpiredKeys, expiredKeys } from "./expiry.ts";
import { Rejected } from "./groupCommit.ts";
import {
  type Changes,
  changesAfter,
  compactSome,
  historyState,
  latestRevisionAt,
  markCompacted,
  probe,
} from "./history.ts";
import { countRange, readAt, readLatest, readRange } from "./keySpace.ts";
import { Reserve } from "./reserve.ts";
import { prepareSchema } from "./schema.ts";
import { noRoom, onMedium, storeFault } from "./storeFault.ts";
import { writeSnapshot } from "./storeFiles.ts";

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

/** Time between two attempts to write, in milliseconds, when the server is asked whether it works again. */
const PROBE_PAUSE = 1000;

/**
 * One store file: reads, commits and compaction, each at once and in the thread that calls. What several callers share
 * (watches, attachments, the order of commits) is above it.
 */
export class SqliteEngine {
  readonly #file: string;
  readonly #database: Database;
  readonly #readOnly: boolean;
  readonly #now: () => number;
  readonly #reserve: Reserve;
  readonly #onFault: (fault: StorageError | undefined) => void;
  #revision: number;
  #compacted: number;
  /** The time of the latest commit. Recorded times never go back, even when the clock does. */
  #time: number;
  /** Why the last write was not stored; undefined once one was. */
  #fault: StorageError | undefined;
  /** When the disk was tried last because of a question. */
  #probed = Number.NEGATIVE_INFINITY;

  private constructor(database: Database, reserve: Reserve, { file, now, onFault, readOnly }: EngineOptions) {
    this.#file = file;
    this.#readOnly = readOnly === true;
    this.#database = database;
    this.#reserve = reserve;
    this.#now = now ?? Date.now;
    this.#onFault = onFault ?? (() => {});
    const state = historyState(database);
    this.#revision = state.revision;
    this.#compacted = state.compacted;
    this.#time = state.time;
    if (!reserve.fill()) this.#found(noRoom(file));
  }

  /** @throws StorageError when the file is damaged or cannot be read or written; DataFolderError when it is not a store */
  static async open(options: EngineOptions): Promise<SqliteEngine> {
    const { file, disk = nodeDisk, reserve: bytes = 0, now = Date.now, syncs } = options;
    const reserve = new Reserve({ file: `${file}-reserve`, bytes, disk, now });
    checkNotEmptied(file, reserve);
    const database = await Database.open(syncs === undefined ? { file, disk } : { file, disk, syncs });
    try {
      return onMedium(file, () => {
        checkStore(database);
        prepareSchema(database, file, options.readOnly);
        if (options.readOnly === true) database.run("PRAGMA query_only = ON");
        return new SqliteEngine(database, reserve, options);
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** The latest revision. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that can be read. */
  get compacted(): number {
    return this.#compacted;
  }

  /** The state of a key at a revision that can be read; the latest when omitted. */
  get(key: string, revision?: number): KeyValue | undefined {
    return onMedium(this.#file, () =>
      revision === undefined || revision === this.#revision
        ? readLatest(this.#database, key)
        : readAt(this.#database, key, revision),
    );
  }

  /** The keys of a range at a revision that can be read. */
  range(options: RangeOptions): RangeResult {
    const revision = options.revision ?? this.#revision;
    return onMedium(this.#file, () => readRange(this.#database, options, revision, revision === this.#revision));
  }

  count(range: KeyRange): number {
    const revision = range.revision ?? this.#revision;
    return onMedium(this.#file, () => countRange(this.#database, range, revision, revision === this.#revision));
  }

  /** The next changes after a revision under a prefix. */
  changes(prefix: string, after: number): Changes {
    return onMedium(this.#file, () => changesAfter(this.#database, prefix, after, this.#revision));
  }

  /** All batches together; on a disk that is full, only those that make room, each alone, in the room that is kept for them. */
  commit(batches: readonly (readonly Operation[])[]): readonly (BatchOutcome | Rejected)[] {
    if (this.#reserve.fill()) {
      try {
        const outcomes = this.#commitTogether(batches);
        this.#found(undefined);
        return outcomes;
      } catch (error) {
        const fault = storeFault(error, this.#file);
        if (!(fault instanceof StorageError)) throw fault;
        this.#found(fault);
        if (fault.fault !== "full") throw fault;
      }
    }
    const refused = new Rejected(this.#fault ?? noRoom(this.#file));
    return batches.map((batch) => (batch.every(freesSpace) ? this.#commitAlone(batch) : refused));
  }

  /** Makes a revision the oldest that can be read; what only reads before it need is removed by {@link compactSome}. */
  markCompacted(revision: number): void {
    this.#makingRoom(() => markCompacted(this.#database, revision));
    this.#compacted = revision;
  }

  /** Removes a part. @returns whether more is left */
  compactSome(): boolean {
    return this.#makingRoom(() => compactSome(this.#database, this.#compacted));
  }

  /** Gives the room of the write-ahead log back, as far as the disk lets it. */
  checkpoint(): void {
    this.#database.checkpoint();
  }

  /** The latest revision committed at or before a time (ms since the epoch), as far as the log reaches back. */
  revisionAt(time: number): number | undefined {
    return latestRevisionAt(this.#database, time);
  }

  /** See {@link expiredKeys}. */
  expired(time: number): ExpiredKeys {
    return onMedium(this.#file, () => expiredKeys(this.#database, time));
  }

  /** Whether writes are stored; tries it anew now and then while they are not. */
  writable(): boolean {
    if (this.#fault === undefined) return true;
    const now = this.#now();
    if (now >= this.#probed && now - this.#probed < PROBE_PAUSE) return false;
    this.#probed = now;
    if (!this.#reserve.fill()) return false;
    try {
      probe(this.#database);
    } catch {
      return false;
    }
    this.#found(undefined);
    return true;
  }

  /** Writes a consistent copy. */
  async save(file: string): Promise<void> {
    // SQLite takes even the copy for a write.
    if (this.#readOnly) this.#database.run("PRAGMA query_only = OFF");
    try {
      await writeSnapshot(this.#database, file);
    } finally {
      if (this.#readOnly) this.#database.run("PRAGMA query_only = ON");
    }
  }

  close(): void {
    this.#database.close();
  }

  #commitAlone(batch: readonly Operation[]): BatchOutcome | Rejected {
    try {
      const [outcome] = this.#makingRoom(() => this.#commitTogether([batch]));
      return outcome ?? new Rejected(noRoom(this.#file));
    } catch (error) {
      return new Rejected(error);
    }
  }

  /** What makes room may use the room that is kept for that, and leaves nothing in it. */
  #makingRoom<T>(work: () => T): T {
    try {
      return onMedium(this.#file, work);
    } catch (error) {
      if (!(error instanceof StorageError) || error.fault !== "full") throw error;
      this.#found(error);
      return this.#reserve.lend(() => {
        const result = onMedium(this.#file, work);
        this.#database.checkpoint();
        return result;
      });
    }
  }

  /** One transaction for all batches, each with a revision of its own. */
  #commitTogether(batches: readonly (readonly Operation[])[]): BatchOutcome[] {
    const time = Math.max(this.#now(), this.#time);
    let revision = this.#revision;
    const outcomes = this.#database.transaction(() =>
      batches.map((operations): BatchOutcome => {
        const outcome = applyBatch(this.#database, operations, revision + 1, time);
        if (outcome.ok) revision = outcome.revision;
        return outcome;
      }),
    );
    this.#revision = revision;
    this.#time = time;
    return outcomes;
  }

  /** Notes how the medium does, and tells when that is news. */
  #found(fault: StorageError | undefined): void {
    const isNews = fault?.fault !== this.#fault?.fault;
    this.#fault = fault;
    if (isNews) this.#onFault(fault);
  }
}

/** SQLite takes a file of no length for a new database. Beside a reserve it is one that has lost everything. */
function checkNotEmptied(file: string, reserve: Reserve): void {
  if (reserve.bytes === 0 || !reserve.isHeld) return;
  if (statSync(path.resolve(file), { throwIfNoEntry: false })?.size !== 0) return;
  throw storeFault(new Error("malformed: the file has no length"), file);
}
