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
} from "../../storage.ts";

/** What the tests of the suite share: a fresh store for each test, and the clock that it reads. */
export interface SuiteStore {
  readonly storage: Storage;
  /** Milliseconds since the epoch, to be set by tests. */
  time: number;
  /** Lets the clock and the timers go on. */
  passTime(milliseconds: number): Promise<void>;
  /** Commits and insists on success; returns the revision. */
  commit(...operations: Operation[]): Promise<number>;
  /** The keys with a prefix, now or at a revision. */
  keys(prefix: string, revision?: number): Promise<string[]>;
}

/** What a watch has told, and what it tells next. */
export class Told {
  readonly watch: StorageWatch;
  readonly events: StorageEvent[] = [];
  /** The events of each message. */
  readonly batches: StorageEvent[][] = [];
  /** Revisions told as progress. */
  readonly progress: number[] = [];
  end: WatchEnd | undefined;
  readonly #changed = new Set<() => void>();

  constructor(watch: StorageWatch) {
    this.watch = watch;
    void this.#read();
  }

  /** Resolves once something holds of what was told. */
  async until(holds: (told: this) => boolean): Promise<this> {
    while (!holds(this)) await new Promise<void>((resolve) => this.#changed.add(resolve));
    return this;
  }

  /** Resolves once everything up to a revision was told, when the store makes no other changes. */
  upTo(revision: number): Promise<this> {
    return this.until(({ events, end }) => end !== undefined || (events.at(-1)?.revision ?? 0) >= revision);
  }

  /** Resolves once it is over. */
  async over(): Promise<WatchEnd> {
    await this.until(({ end }) => end !== undefined);
    return this.end ?? { reason: "closed" };
  }

  async #read(): Promise<void> {
    for await (const message of this.watch) {
      if (message.type === "end") this.end = message.end;
      else if (message.type === "progress") this.progress.push(message.revision);
      else {
        this.events.push(...message.events);
        this.batches.push([...message.events]);
      }
      for (const wake of this.#changed) wake();
      this.#changed.clear();
    }
  }
}

/** Begins a watch and notes what it tells. */
export const told = (storage: Storage, after: number, prefix = "/"): Told => new Told(storage.watch({ prefix, after }));

/** Reads a range to its end, page by page when the engine gives no more. */
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
