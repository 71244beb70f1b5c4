import { realpathSync } from "node:fs";
import path from "node:path";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import { Attachments } from "../attachments.ts";
import { checkBatch } from "../checkBatch.ts";
import { makeFolder } from "../makeFolder.ts";
import {
  type CommitResult,
  CompactedError,
  FutureRevisionError,
  type KeyRange,
  type KeyValue,
  type Operation,
  type RangeOptions,
  type RangeResult,
  type Snapshots,
  type Storage,
  type StorageEvent,
  type StorageWatch,
} from "../storage.ts";
import { syncFolder } from "../syncFolder.ts";
import { type Expired, ExpirySweep } from "./database/expiry.ts";
import { storeSize } from "./database/storeFiles.ts";
import type { BatchOutcome } from "./engine/batch.ts";
import type { Engine, EngineOptions } from "./engine/engine.ts";
import { engineBatches } from "./engine/engineBatches.ts";
import { GroupCommit, Rejected } from "./engine/groupCommit.ts";
import { LocalEngine } from "./engine/localEngine.ts";
import { RemoteEngine } from "./engine/remoteEngine.ts";
import type { FileLock } from "./lock/fileLock.ts";
import { lockStore } from "./lock/storeLock.ts";
import { Watchers } from "./watchers.ts";

/** `file` is created with its folder when missing; `-wal` and `.lock` files appear beside it while it is open. */
export interface SqliteStorageOptions extends EngineOptions {
  /** Called when the history up to a revision was dropped because the disk is full, as in a compaction. */
  readonly onHistoryDropped?: ((revision: number) => void) | undefined;
  /** Timers for keys with a time to live. */
  readonly timers?: Timers | undefined;
  /**
   * The source text of the program of a thread that opens the file; without it, this thread opens the file. Excludes
   * `disk`.
   */
  readonly program?: string | undefined;
}

/** A store that is a file of this process: it can be copied, and its revision is known without asking. */
export interface SqliteStorage extends Storage {
  readonly snapshots: Snapshots;
  currentRevision(): number;
  assertReadable(revision: number): void;
}

/**
 * Opens the embedded engine: one SQLite file, written page by page with WAL and sync.
 *
 * @throws LockedError when a living process has it open; StorageError when the file is damaged or cannot be read or written;
 *   DataFolderError when it is not a store
 * @example const storage = await openSqliteStorage({ file: "data/store.db" });
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<SqliteStorage> {
  const file = prepareFile(options.file);
  const lock = await lockStore(file);
  try {
    let storage: OpenedStorage | undefined;
    const onFault: EngineOptions["onFault"] = (fault) => {
      options.onFault?.(fault);
      if (fault?.fault === "full") storage?.dropHistory();
    };
    const { program } = options;
    const engine =
      program === undefined
        ? await LocalEngine.open({ ...options, file, onFault })
        : await RemoteEngine.open({ ...options, file, onFault, program });
    const { next } = await engine.expired(Number.NEGATIVE_INFINITY);
    storage = new OpenedStorage(engine, lock, { ...options, file });
    if (next !== undefined && options.readOnly !== true) storage.expectExpiry(next);
    syncFolder(path.dirname(file));
    return storage;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Creates the folder, and resolves links: the lock and the WAL must be beside the real file. */
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

type CommitResults = readonly (CommitResult | Rejected)[];

class OpenedStorage implements SqliteStorage {
  readonly #engine: Engine;
  readonly #lock: FileLock;
  readonly #options: SqliteStorageOptions;
  readonly #attachments = new Attachments();
  readonly #commits = new GroupCommit((batches: readonly (readonly Operation[])[]) => this.#commitAll(batches));
  readonly #watchers: Watchers;
  readonly #expiry: ExpirySweep;
  readonly #now: () => number;
  #closed = false;

  constructor(engine: Engine, lock: FileLock, options: SqliteStorageOptions) {
    this.#engine = engine;
    this.#lock = lock;
    this.#options = options;
    this.#watchers = new Watchers({
      revision: () => engine.revision,
      compacted: () => engine.compacted,
      changes: async (prefix, after) => {
        const changes = await engine.changes(prefix, after);
        return { ...changes, events: changes.events.map(this.#decorateEvent) };
      },
    });
    this.#now = options.now ?? Date.now;
    this.#expiry = new ExpirySweep({
      timers: options.timers ?? systemTimers,
      now: this.#now,
      find: (time) => engine.expired(time),
      remove: (keys) => Promise.all(keys.map((key) => this.#remove(key))),
    });
  }

  /** Called when a key expires at `time` (ms since the epoch). */
  expectExpiry(time: number): void {
    this.#expiry.scheduleBy(time);
  }

  get snapshots(): Snapshots {
    return { save: (file) => this.#save(file) };
  }

  currentRevision(): number {
    this.#assertOpen();
    return this.#engine.revision;
  }

  assertReadable(revision: number): void {
    this.#assertOpen();
    const { revision: current, compacted } = this.#engine;
    if (revision > current) throw new FutureRevisionError(revision, current);
    if (revision < compacted) throw new CompactedError(revision, compacted);
  }

  async get(key: string, revision?: number): Promise<KeyValue | undefined> {
    this.#assertOpen();
    if (revision !== undefined) this.assertReadable(revision);
    const kv = await this.#engine.get(key, revision);
    return kv && this.#attachments.decorate(kv);
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    this.#assertOpen();
    if (options.revision !== undefined) this.assertReadable(options.revision);
    const result = await this.#engine.range(options);
    return { ...result, items: result.items.map((kv) => this.#attachments.decorate(kv)) };
  }

  async count(range: KeyRange): Promise<number> {
    this.#assertOpen();
    if (range.revision !== undefined) this.assertReadable(range.revision);
    return this.#engine.count(range);
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    this.#assertOpen();
    checkBatch(operations);
    return this.#commits.submit(operations);
  }

  watch({ prefix, after }: { readonly prefix: string; readonly after: number }): StorageWatch {
    this.#assertOpen();
    return this.#watchers.open(prefix, after);
  }

  async compact(revision: number): Promise<number> {
    this.#assertOpen();
    const { revision: current, compacted } = this.#engine;
    if (revision > current) throw new FutureRevisionError(revision, current);
    if (revision > compacted) {
      await this.#engine.markCompacted(revision);
      // Yields to the event loop between the steps. Rows left by a crash are removed by the next compaction.
      while (!this.#closed && (await this.#engine.compactSome())) await nextTurn();
    }
    return this.#engine.compacted;
  }

  async revisionAt(time: number): Promise<number> {
    this.#assertOpen();
    return Math.max((await this.#engine.revisionAt(time)) ?? 0, this.#engine.compacted);
  }

  async healthy(): Promise<boolean> {
    try {
      this.#assertOpen();
      await this.#engine.get("/");
      return true;
    } catch {
      return false;
    }
  }

  async writable(): Promise<boolean> {
    this.#assertOpen();
    return this.#engine.writable();
  }

  async size(): Promise<number> {
    return storeSize(this.#options.file);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#expiry.stop();
    await this.#commits.flush();
    this.#watchers.close();
    try {
      await this.#engine.close();
    } finally {
      this.#lock.release();
    }
  }

  /** Drops the history on a full disk, so that its pages can store what deletions have to record. */
  dropHistory(): void {
    if ((this.#options.reserve ?? 0) === 0) return;
    const { revision } = this.#engine;
    this.compact(revision).then(
      async () => {
        await this.#engine.checkpoint();
        this.#options.onHistoryDropped?.(revision);
      },
      // The history stays until the next compaction.
      () => {},
    );
  }

  async #save(file: string): Promise<void> {
    this.#assertOpen();
    await this.#engine.save(file);
  }

  /** Watchers are notified once all batches are durable, before any of the commits resolves. */
  #commitAll(batches: readonly (readonly Operation[])[]): CommitResults | Promise<CommitResults> {
    const outcomes = this.#engine.commit(engineBatches(batches, this.#attachments), this.#now());
    return outcomes instanceof Promise
      ? outcomes.then((results) => this.#committed(batches, results))
      : this.#committed(batches, outcomes);
  }

  #committed(
    batches: readonly (readonly Operation[])[],
    outcomes: readonly (BatchOutcome | Rejected)[],
  ): CommitResults {
    const events: StorageEvent[] = [];
    for (const [i, outcome] of outcomes.entries()) {
      if (!(outcome instanceof Rejected) && outcome.ok) this.#took(batches[i] ?? [], outcome, events);
    }
    this.#watchers.publish(events);
    return outcomes.map((outcome) => (outcome instanceof Rejected ? outcome : this.#resultOf(outcome)));
  }

  /** @param events receives the changes of the batch */
  #took(
    operations: readonly Operation[],
    { revision, created }: Extract<BatchOutcome, { ok: true }>,
    events: StorageEvent[],
  ): void {
    for (const [i, operation] of operations.entries()) {
      const createRevision = created[i];
      if (createRevision === undefined) continue;
      const { type, key } = operation;
      if (type === "delete") {
        this.#attachments.delete(key);
        events.push({ type, key, revision });
        continue;
      }
      const { value, attachment, timeToLive } = operation;
      const kv: KeyValue = { key, value, createRevision, modRevision: revision, attachment };
      this.#attachments.put(kv);
      events.push({ type, key, revision, kv });
      if (timeToLive !== undefined) this.#expiry.scheduleBy(this.#now() + timeToLive * 1000);
    }
  }

  #resultOf(outcome: BatchOutcome): CommitResult {
    if (outcome.ok) return { ok: true, revision: outcome.revision };
    return { ...outcome, current: outcome.current && this.#attachments.decorate(outcome.current) };
  }

  async #remove({ key, modRevision }: Expired): Promise<void> {
    if (!this.#closed) await this.#commits.submit([{ type: "delete", key, guard: { modRevision } }]);
  }

  readonly #decorateEvent = (event: StorageEvent): StorageEvent =>
    event.type === "put" ? { ...event, kv: this.#attachments.decorate(event.kv) } : event;

  #assertOpen(): void {
    if (this.#closed) throw new Error("the storage is closed");
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
