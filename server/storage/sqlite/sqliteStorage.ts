import { realpathSync } from "node:fs";
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
import { CompactedError, FutureRevisionError } from "../storage.ts";
import { syncFolder } from "../syncFolder.ts";
import { Attachments } from "./attachments.ts";
import { type Applied, applyBatch, checkBatch } from "./batch.ts";
import { Database } from "./database.ts";
import type { Disk } from "./disk.ts";
import { type FileLock, lockFile } from "./fileLock.ts";
import { GroupCommit } from "./groupCommit.ts";
import { compactSome, historyState, latestRevisionAt, markCompacted, replay } from "./history.ts";
import { readAt, readLatest, readRange } from "./keySpace.ts";
import { prepareSchema } from "./schema.ts";
import { storeSize, writeSnapshot } from "./storeFiles.ts";
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
  /** Told what a watch listener threw; by default it surfaces as an uncaught exception. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Opens the embedded engine: one SQLite file, written page by page with WAL and sync.
 *
 * @throws LockedError when a living process has it open; Error when the file is damaged or not a store
 * @example const storage = await openSqliteStorage({ file: "data/store.db" });
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const file = prepareFile(options.file);
  const lock = lockFile(`${file}.lock`);
  let database: Database | undefined;
  try {
    database = await Database.open({ file, disk: options.disk, syncs: options.syncs });
    prepareSchema(database);
    syncFolder(path.dirname(file));
    return new SqliteStorage(file, lock, database, options);
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
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

  constructor(file: string, lock: FileLock, database: Database, options: SqliteStorageOptions) {
    this.#file = file;
    this.#lock = lock;
    this.#database = database;
    this.#now = options.now ?? Date.now;
    this.#hub = new WatchHub(options.onListenerError ?? surface);
    const state = historyState(database);
    this.#revision = state.revision;
    this.#compacted = state.compacted;
    this.#time = state.time;
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#compacted;
  }

  async get(key: string, revision?: number): Promise<KeyValue | undefined> {
    this.#assertReadable(revision);
    const kv =
      revision === undefined || revision === this.#revision
        ? readLatest(this.#database, key)
        : readAt(this.#database, key, revision);
    return kv && this.#attachments.decorate(kv);
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    this.#assertReadable(options.revision);
    const revision = options.revision ?? this.#revision;
    const result = readRange(this.#database, options, revision, revision === this.#revision);
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
    markCompacted(this.#database, revision);
    this.#compacted = revision;
    // Between the steps others get their turn. What a crash leaves behind is removed by the next compaction.
    while (!this.#closed && compactSome(this.#database, revision)) await nextTurn();
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

  /** One transaction for all batches. Watchers are told once it is durable, before any of the commits resolves. */
  #commitAll(batches: readonly (readonly Operation[])[]): CommitResult[] {
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

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function surface(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
