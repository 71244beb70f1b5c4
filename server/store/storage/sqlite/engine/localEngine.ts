import { statSync } from "node:fs";
import path from "node:path";
import type { KeyRange, KeyValue, RangeOptions, RangeResult } from "../../storage.ts";
import { freesSpace } from "../../storage.ts";
import { StorageError } from "../../storageError.ts";
import { checkStore } from "../database/checkStore.ts";
import { Database } from "../database/database.ts";
import { type ExpiredKeys, expiredKeys } from "../database/expiry.ts";
import { checkHeader } from "../database/fileHeader.ts";
import {
  type Changes,
  changesAfter,
  compactSome,
  historyState,
  latestRevisionAt,
  markCompacted,
  probe,
} from "../database/history.ts";
import { countRange, readAt, readLatest, readRange } from "../database/keySpace.ts";
import { prepareSchema } from "../database/schema.ts";
import { noRoom, onMedium, storeFault } from "../database/storeFault.ts";
import { writeSnapshot } from "../database/storeFiles.ts";
import { nodeDisk } from "../wasm/disk.ts";
import { applyBatch, type BatchOutcome } from "./batch.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import type { Batch } from "./engineOperation.ts";
import { Rejected } from "./groupCommit.ts";
import { Reserve } from "./reserve.ts";

/** Minimum milliseconds between two write attempts that are made because of a health check. */
const PROBE_PAUSE = 1000;

/** One store file: reads, commits and compaction, each executed synchronously in the calling thread. */
export class LocalEngine implements Engine {
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
  /** Why the last write was not stored; undefined after a successful write. */
  #fault: StorageError | undefined;
  /** When the disk was last tried because of a health check. */
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
  static async open(options: EngineOptions): Promise<LocalEngine> {
    const { file, disk = nodeDisk, reserve: bytes = 0, now = Date.now, syncs } = options;
    const reserve = new Reserve({ file: `${file}-reserve`, bytes, disk, now });
    checkNotEmptied(file, reserve);
    checkHeader(path.resolve(file), options.readOnly);
    const database = await Database.open(syncs === undefined ? { file, disk } : { file, disk, syncs });
    try {
      return onMedium(file, () => {
        checkStore(database);
        prepareSchema(database, file, options.readOnly);
        if (options.readOnly === true) database.run("PRAGMA query_only = ON");
        return new LocalEngine(database, reserve, options);
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get revision(): number {
    return this.#revision;
  }

  get compacted(): number {
    return this.#compacted;
  }

  get(key: string, revision?: number): KeyValue | undefined {
    return onMedium(this.#file, () =>
      revision === undefined || revision === this.#revision
        ? readLatest(this.#database, key)
        : readAt(this.#database, key, revision),
    );
  }

  range(options: RangeOptions): RangeResult {
    const revision = options.revision ?? this.#revision;
    return onMedium(this.#file, () => readRange(this.#database, options, revision, revision === this.#revision));
  }

  count(range: KeyRange): number {
    const revision = range.revision ?? this.#revision;
    return onMedium(this.#file, () => countRange(this.#database, range, revision, revision === this.#revision));
  }

  changes(prefix: string, after: number): Changes {
    return onMedium(this.#file, () => changesAfter(this.#database, prefix, after, this.#revision));
  }

  commit(batches: readonly Batch[], time: number): readonly (BatchOutcome | Rejected)[] {
    if (this.#reserve.fill()) {
      try {
        const outcomes = this.#commitTogether(batches, time);
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
    const outcomes: (BatchOutcome | Rejected)[] = [];
    for (const batch of batches) {
      outcomes.push(batch.every(freesSpace) ? this.#commitAlone(batch, time, outcomes) : refused);
    }
    return outcomes;
  }

  markCompacted(revision: number): void {
    this.#makingRoom(() => markCompacted(this.#database, revision));
    this.#compacted = revision;
  }

  compactSome(): boolean {
    return this.#makingRoom(() => compactSome(this.#database, this.#compacted));
  }

  checkpoint(): void {
    this.#database.checkpoint();
  }

  revisionAt(time: number): number | undefined {
    return latestRevisionAt(this.#database, time);
  }

  expired(time: number): ExpiredKeys {
    return onMedium(this.#file, () => expiredKeys(this.#database, time));
  }

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

  async save(file: string): Promise<void> {
    // SQLite treats even the copy as a write.
    if (this.#readOnly) this.#database.run("PRAGMA query_only = OFF");
    try {
      await writeSnapshot(this.#database, file);
    } catch (error) {
      throw storeFault(error, file);
    } finally {
      if (this.#readOnly) this.#database.run("PRAGMA query_only = ON");
    }
  }

  close(): void {
    this.#database.close();
  }

  /** @param earlier outcomes of the group's earlier batches */
  #commitAlone(batch: Batch, time: number, earlier: readonly (BatchOutcome | Rejected)[]): BatchOutcome | Rejected {
    try {
      const [outcome] = this.#makingRoom(() => this.#commitTogether([batch], time, earlier));
      return outcome ?? new Rejected(noRoom(this.#file));
    } catch (error) {
      return new Rejected(error);
    }
  }

  /** Runs work that frees space; it may use the reserved room, and gives it back afterwards. */
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

  /** One transaction for all batches, each with its own revision. */
  #commitTogether(
    batches: readonly Batch[],
    now: number,
    earlier: readonly (BatchOutcome | Rejected)[] = [],
  ): BatchOutcome[] {
    const time = Math.max(now, this.#time);
    let revision = this.#revision;
    const outcomes = this.#database.transaction(() => {
      const results: BatchOutcome[] = [];
      for (const operations of batches) {
        const outcome = applyBatch(
          this.#database,
          operations,
          revision + 1,
          time,
          earlier.length > 0 ? earlier : results,
        );
        if (outcome.ok) revision = outcome.revision;
        results.push(outcome);
      }
      return results;
    });
    this.#revision = revision;
    this.#time = time;
    return outcomes;
  }

  /** Records the state of the medium, and reports it when it has changed. */
  #found(fault: StorageError | undefined): void {
    const isNews = fault?.fault !== this.#fault?.fault;
    this.#fault = fault;
    if (isNews) this.#onFault(fault);
  }
}

/**
 * SQLite takes an empty file for a new database. If a reserve exists beside it, the file is a store that has lost
 * everything.
 */
function checkNotEmptied(file: string, reserve: Reserve): void {
  if (reserve.bytes === 0 || !reserve.isHeld) return;
  if (statSync(path.resolve(file), { throwIfNoEntry: false })?.size !== 0) return;
  throw storeFault(new Error("malformed: the file has no length"), file);
}
