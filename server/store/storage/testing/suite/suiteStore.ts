import type {
  Delete,
  KeyRange,
  Operation,
  Put,
  Storage,
  StorageEvent,
  StorageWatch,
  Value,
  WatchEnd,
  WatchMessage,
} from "../../storage.ts";

/** State shared by the tests of the suite: a fresh store for each test, and the clock that it reads. */
export interface SuiteStore {
  readonly storage: Storage;
  /** Milliseconds since the epoch, to be set by tests. */
  time: number;
  /** Advances the clock and the timers. */
  passTime(milliseconds: number): Promise<void>;
  /** Commits and fails when the commit is refused; returns the revision. */
  commit(...operations: Operation[]): Promise<number>;
  /** The keys with a prefix, now or at a revision. */
  keys(prefix: string, revision?: number): Promise<string[]>;
}

/** Collects what a watch delivers. A watch that breaks, as any may, is resumed where it broke. */
export class WatchLog {
  readonly events: StorageEvent[] = [];
  /** The events of each message. */
  readonly batches: StorageEvent[][] = [];
  /** Revisions delivered as progress. */
  readonly progress: number[] = [];
  end: WatchEnd | undefined;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #changed = new Set<() => void>();
  #position: number;
  #watch: StorageWatch;
  #wantsProgress = false;
  #closed = false;

  constructor(storage: Storage, after: number, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#position = after;
    this.#watch = storage.watch({ prefix, after });
    void this.#read();
  }

  close(): void {
    this.#closed = true;
    this.#watch.close();
  }

  requestProgress(): void {
    this.#wantsProgress = true;
    this.#watch.requestProgress();
  }

  /** Resolves once a condition holds for what was delivered. */
  async until(holds: (watchLog: this) => boolean): Promise<this> {
    while (!holds(this)) await new Promise<void>((resolve) => this.#changed.add(resolve));
    return this;
  }

  /** Resolves once everything up to a revision was delivered, provided the store makes no other changes. */
  upTo(revision: number): Promise<this> {
    return this.until(({ events, end }) => end !== undefined || (events.at(-1)?.revision ?? 0) >= revision);
  }

  /** Resolves once the watch has ended. */
  async over(): Promise<WatchEnd> {
    await this.until(({ end }) => end !== undefined);
    return this.end ?? { reason: "closed" };
  }

  async #read(): Promise<void> {
    while (this.end === undefined) {
      for await (const message of this.#watch) {
        this.#take(message);
        for (const wake of this.#changed) wake();
        this.#changed.clear();
      }
    }
  }

  #take(message: WatchMessage): void {
    if (message.type === "events") {
      this.events.push(...message.events);
      this.batches.push([...message.events]);
      this.#position = Math.max(this.#position, message.events.at(-1)?.revision ?? 0);
    } else if (message.type === "progress") {
      this.progress.push(message.revision);
      this.#position = Math.max(this.#position, message.revision);
    } else if (this.#closed) {
      this.end = { reason: "closed" };
    } else if (message.end.reason === "failed" || message.end.reason === "overrun") {
      this.#watch = this.#storage.watch({ prefix: this.#prefix, after: this.#position });
      if (this.#wantsProgress) this.#watch.requestProgress();
    } else {
      this.end = message.end;
    }
  }
}

/** Starts a watch and collects what it delivers. */
export const watchLog = (storage: Storage, after: number, prefix = "/"): WatchLog =>
  new WatchLog(storage, after, prefix);

/** Reads a range to its end, page by page if the engine returns less at a time. */
export async function readAll(storage: Storage, range: KeyRange): ReturnType<Storage["range"]> {
  let result = await storage.range(range);
  const items = [...result.items];
  while (result.more) {
    result = await storage.range({ ...range, after: items.at(-1)?.key ?? "", revision: result.revision });
    items.push(...result.items);
  }
  return { ...result, items };
}

export const put = (key: string, value: Value): Put => ({ type: "put", key, value });
export const create = (key: string, value: string): Put => ({ type: "put", key, value, guard: { absent: true } });
export const remove = (key: string): Delete => ({ type: "delete", key });
