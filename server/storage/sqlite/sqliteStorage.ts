import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../makeFolder.ts";
import type {
  CommitResult,
  KeyValue,
  Operation,
  RangeOptions,
  RangeResult,
  Storage,
  StorageEvent,
  StorageWatch,
} from "../storage.ts";
import { CompactedError, FutureRevisionError, freesSpace } from "../storage.ts";
import { StorageError } from "../storageError.ts";
import { syncFolder } from "../syncFolder.ts";
import { Attachments } from "./attachments.ts";
import { type Applied, applyBatch, checkBatch } from "./batch.ts";
import { checkStore } from "./checkStore.ts";
import { Database } from "./database.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import type { FileLock } from "./fileLock.ts";
import { GroupCommit, Rejected } from "./groupCommit.ts";
import { compactSome, historyState, latestRevisionAt, markCompacted, probe, replay } from "./history.ts";
import { readAt, readLatest, readRange } from "./keySpace.ts";
import { Reserve } from "./reserve.ts";
import { prepareSchema } from "./schema.ts";
import { noRoom, onMedium, storeFault } from "./storeFault.ts";
import { storeSize, writeSnapshot } from "./storeFiles.ts";
import { lockStore } from "./storeLock.ts";
import { WatchHub } from "./watchHub.ts";

export interface SqliteStorageOptions {
  /** The database; created with its folder when missing. `-wal` and `.lock` files appear beside it while it is open. */
  readonly file: string;
  /** The wall clock, ms since the epoch. */
  readonly now?: () => number;
  /** Whether commits wait for the medium (the default). Without, a power cut may lose commits; only for tests. */
  readonly syncs?: boolean;
  /** Stands in for the file system in fault injection. */
  readonly disk?: Disk;
  /** Bytes on the disk that are kept for deletions; none by default. */
  readonly reserve?: number;
  /** Told when writes are not stored any more, and why, and undefined when they are again. */
  readonly onFault?: (fault: StorageError | undefined) => void;
  /** Told that a full disk has cost the history up to a revision, as a compaction does. */
  readonly onHistoryDropped?: (revision: number) => void;
  /** Told what a watch listener threw; by default it surfaces as an uncaught exception. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Opens the embedded engine: one SQLite file, written page by page with WAL and sync.
 *
 * @throws LockedError when a living process has it open; StorageError when the file is damaged or cannot be read or written;
 *   DataFolderError when it is not a store
 * @example const storage = await openSqliteStorage({ file: "data/store.db" });
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const file = prepareFile(options.file);
  const lock = await lockStore(file);
  let database: Database | undefined;
  try {
    const { disk = nodeDisk, reserve: bytes = 0, now = Date.now, syncs } = options;
    const reserve = new Reserve({ file: `${file}-reserve`, bytes, disk, now });
    checkNotEmptied(file, reserve);
    const opened = await Database.open({ file, disk, syncs });
    database = opened;
    const storage = onMedium(file, () => {
      checkStore(opened);
      prepareSchema(opened, file);
      return new SqliteStorage(file, { lock, database: opened, reserve }, options);
    });
    syncFolder(path.dirname(file));
    return storage;
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

/** SQLite takes a file of no length for a new database. Beside a reserve it is one that has lost everything. */
function checkNotEmptied(file: string, reserve: Reserve): void {
  if (reserve.bytes === 0 || !reserve.isHeld) return;
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  throw storeFault(new Error("malformed: the file has no length"), file);
}

/** Makes the folder, and follows links: the lock and the WAL belong beside the real file. */
function prepareFile(file: string): string {
  const folder = path.dirname(path.resolve(file));
  if (makeFolder(folder)) syncFolder(path.dirname(folder));
  const wanted = path.join(folder, path.basename(file));
  try {
    return realpathSync(wanted);
  } catch {
    return wanted;
  }
}

interface Opened {
  readonly lock: FileLock;
  readonly database: Database;
  readonly reserve: Reserve;
}

class SqliteStorage implements Storage {
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #attachments = new Attachments();
  readonly #commits = new GroupCommit((batches: readonly (readonly Operation[])[]) => this.#commitAll(batches));
  readonly #hub: WatchHub;
  #revision: number;
  #compacted: number;
  /** The time of the latest commit. Recorded times never go back, even when the clock does. */
  #time: number;
  #closed = false;
  readonly #reserve: Reserve;
  readonly #onFault: (fault: StorageError | undefined) => void;
  readonly #onHistoryDropped: (revision: number) => void;
  /** Why the last write was not stored; undefined once one was. */
  #fault: StorageError | undefined;
  /** When the disk was tried last because of a question. */
  #probed = Number.NEGATIVE_INFINITY;

  constructor(file: string, { lock, database, reserve }: Opened, options: SqliteStorageOptions) {
    this.#file = file;
    this.#lock = lock;
    this.#database = database;
    this.#reserve = reserve;
    this.#onFault = options.onFault ?? (() => {});
    this.#onHistoryDropped = options.onHistoryDropped ?? (() => {});
    this.#now = options.now ?? Date.now;
    this.#hub = new WatchHub(options.onListenerError ?? surface);
    const state = historyState(database);
    this.#revision = state.revision;
    this.#compacted = state.compacted;
    this.#time = state.time;
    if (!reserve.fill()) this.#found(noRoom(file));
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#compacted;
  }

  async get(key: string, revision?: number): Promise<KeyValue | undefined> {
    this.#assertReadable(revision);
    const kv = onMedium(this.#file, () =>
      revision === undefined || revision === this.#revision
        ? readLatest(this.#database, key)
        : readAt(this.#database, key, revision),
    );
    return kv && this.#attachments.decorate(kv);
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    this.#assertReadable(options.revision);
    const revision = options.revision ?? this.#revision;
    const latest = revision === this.#revision;
    const result = onMedium(this.#file, () => readRange(this.#database, options, revision, latest));
    return { ...result, items: result.items.map((kv) => this.#attachments.decorate(kv)) };
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    this.#assertOpen();
    checkBatch(operations);
    return this.#commits.submit(operations);
  }

  watch(prefix: string, after: number, onEvents: (events: readonly StorageEvent[]) => void): StorageWatch {
    this.#assertOpen();
    if (after < this.#compacted) throw new CompactedError(after, this.#compacted);
    // The watch is in place before the replay: a listener that throws or opens other watches does not disturb it.
    const watch = this.#hub.add(prefix, Math.max(after, this.#revision), onEvents);
    if (after < this.#revision) {
      replay(this.#database, prefix, after, (events) => this.#hub.deliver(onEvents, events.map(this.#decorateEvent)));
    }
    return watch;
  }

  async compact(revision: number): Promise<void> {
    this.#assertOpen();
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    if (revision <= this.#compacted) return;
    this.#makingRoom(() => markCompacted(this.#database, revision));
    this.#compacted = revision;
    // Between the steps others get their turn. What a crash leaves behind is removed by the next compaction.
    while (!this.#closed && this.#makingRoom(() => compactSome(this.#database, revision))) await nextTurn();
  }

  async writable(): Promise<boolean> {
    this.#assertOpen();
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

  async revisionAt(time: number): Promise<number> {
    this.#assertOpen();
    return Math.max(latestRevisionAt(this.#database, time) ?? 0, this.#compacted);
  }

  async snapshot(file: string): Promise<void> {
    this.#assertOpen();
    await writeSnapshot(this.#database, file);
  }

  async size(): Promise<number> {
    return storeSize(this.#file);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#commits.flush();
    this.#closed = true;
    this.#hub.close();
    try {
      this.#database.close();
    } finally {
      this.#lock.release();
    }
  }

  /** All batches together; on a disk that is full, only those that make room, each alone, in the room that is kept for them. */
  #commitAll(batches: readonly (readonly Operation[])[]): readonly (CommitResult | Rejected)[] {
    if (this.#reserve.fill()) {
      try {
        const results = this.#commitTogether(batches);
        this.#found(undefined);
        return results;
      } catch (error) {
        const fault = storeFault(error, this.#file);
        if (!(fault instanceof StorageError)) throw fault;
        const isNews = this.#found(fault);
        if (fault.fault !== "full") throw fault;
        if (isNews) this.#dropHistory();
      }
    }
    const refused = new Rejected(this.#fault ?? noRoom(this.#file));
    return batches.map((batch) => (batch.every(freesSpace) ? this.#commitAlone(batch) : refused));
  }

  #commitAlone(batch: readonly Operation[]): CommitResult | Rejected {
    try {
      const [result] = this.#makingRoom(() => this.#commitTogether([batch]));
      return result ?? new Rejected(noRoom(this.#file));
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

  /** On a disk that is full, the past gives way to the present, and its pages take what deletions have to note. */
  #dropHistory(): void {
    if (this.#reserve.bytes === 0) return;
    const revision = this.#revision;
    this.compact(revision).then(
      () => {
        this.#database.checkpoint();
        this.#onHistoryDropped(revision);
      },
      // It stays until the next compaction.
      () => {},
    );
  }

  /** Notes how the medium does. @returns whether that is news */
  #found(fault: StorageError | undefined): boolean {
    const isNews = fault?.fault !== this.#fault?.fault;
    this.#fault = fault;
    if (isNews) this.#onFault(fault);
    return isNews;
  }

  /** One transaction for all batches. Watchers are told once it is durable, before any of the commits resolves. */
  #commitTogether(batches: readonly (readonly Operation[])[]): CommitResult[] {
    const time = Math.max(this.#now(), this.#time);
    let revision = this.#revision;
    const written = new Map<string, KeyValue | undefined>();
    const decorate = (kv: KeyValue): KeyValue => {
      const own = written.get(kv.key);
      return own?.modRevision === kv.modRevision ? own : this.#attachments.decorate(kv);
    };
    const applied = this.#database.transaction(() =>
      batches.map((operations): Applied => {
        const outcome = applyBatch(this.#database, operations, revision + 1, time, decorate);
        if (outcome.events.length > 0) revision++;
        for (const { type, key, kv } of outcome.events) written.set(key, type === "put" ? kv : undefined);
        return outcome;
      }),
    );
    this.#revision = revision;
    this.#time = time;
    for (const [key, kv] of written) {
      if (kv === undefined) this.#attachments.delete(key);
      else this.#attachments.put(kv);
    }
    for (const { events } of applied) this.#hub.publish(events);
    return applied.map(({ result }) => result);
  }

  readonly #decorateEvent = (event: StorageEvent): StorageEvent => ({
    ...event,
    kv: this.#attachments.decorate(event.kv),
    ...(event.previous && { previous: this.#attachments.decorate(event.previous) }),
  });

  #assertReadable(revision: number | undefined): void {
    this.#assertOpen();
    if (revision === undefined) return;
    if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
    if (revision < this.#compacted) throw new CompactedError(revision, this.#compacted);
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error("the storage is closed");
  }
}

/** Time between two attempts to write, in milliseconds, when the server is asked whether it works again. */
const PROBE_PAUSE = 1000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function surface(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
