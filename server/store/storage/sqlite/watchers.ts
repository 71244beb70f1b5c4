import type { StorageEvent, StorageWatch, WatchEnd, WatchMessage } from "../storage.ts";
import { WatchQueue } from "../watchQueue.ts";
import type { Changes } from "./database/history.ts";

/** What a watch needs of the store that it is of. */
export interface WatchSource {
  /** The latest revision that watchers were told of. */
  revision(): number;
  /** The oldest revision that can be read. */
  compacted(): number;
  /** The next changes after a revision, from history. */
  changes(prefix: string, after: number): Promise<Changes>;
}

interface Live {
  readonly prefix: string;
  readonly queue: WatchQueue;
  /** The revision up to which it has seen everything. */
  readonly after: number;
}

/** The watches of one store: those that are up to date are told of each group of commits, others catch up from history. */
export class Watchers {
  readonly #source: WatchSource;
  readonly #live = new Set<Live>();
  readonly #open = new Set<SqliteWatch>();

  constructor(source: WatchSource) {
    this.#source = source;
  }

  /** See `Storage.watch`. */
  open(prefix: string, after: number): StorageWatch {
    const watch = new SqliteWatch(prefix, after, this.#source, {
      goLive: (from) => this.#goLive(prefix, from),
      onEnd: () => this.#open.delete(watch),
    });
    this.#open.add(watch);
    watch.begin();
    return watch;
  }

  /**
   * Tells what a group of commits has changed, whole revisions in order, to each watch that is up to date and has a key in it.
   */
  publish(events: readonly StorageEvent[]): void {
    for (const { prefix, queue, after } of this.#live) {
      const concerns = ({ key, revision }: StorageEvent): boolean => revision > after && key.startsWith(prefix);
      const seen = events.every(concerns) ? events : events.filter(concerns);
      if (seen.length > 0) queue.push({ type: "events", events: seen });
    }
  }

  close(): void {
    for (const watch of [...this.#open]) watch.close();
  }

  #goLive(prefix: string, after: number): WatchQueue {
    const queue: WatchQueue = new WatchQueue({
      onProgressRequest: (own) => own.push({ type: "progress", revision: this.#source.revision() }),
      onEnd: () => this.#live.delete(live),
    });
    const live: Live = { prefix, queue, after };
    this.#live.add(live);
    return queue;
  }
}

interface Place {
  /** Is told of everything after a revision from now on. */
  goLive(after: number): WatchQueue;
  onEnd(): void;
}

/** A watch that reads history until it is up to date, and then waits for what is committed. */
class SqliteWatch implements StorageWatch {
  readonly #prefix: string;
  readonly #source: WatchSource;
  readonly #place: Place;
  #position: number;
  #queue: WatchQueue | undefined;
  #wantsProgress = false;
  #closed = false;

  constructor(prefix: string, after: number, source: WatchSource, place: Place) {
    this.#prefix = prefix;
    this.#position = after;
    this.#source = source;
    this.#place = place;
  }

  /** From here on it misses nothing, whether it is read or not. */
  begin(): void {
    if (this.#position >= this.#source.revision()) this.#queue = this.#place.goLive(this.#position);
  }

  requestProgress(): void {
    if (this.#queue === undefined) this.#wantsProgress = true;
    else this.#queue.requestProgress();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue?.close();
    this.#place.onEnd();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchMessage, void, undefined> {
    try {
      while (this.#queue === undefined) {
        const end = this.#closed ? ({ reason: "closed" } as const) : this.#lost();
        if (end !== undefined) {
          yield { type: "end", end };
          return;
        }
        let changes: Changes;
        try {
          changes = await this.#source.changes(this.#prefix, this.#position);
        } catch (error) {
          yield { type: "end", end: this.#lost() ?? { reason: "failed", error } };
          return;
        }
        // What was compacted meanwhile may be missing in what was read.
        if (this.#lost() !== undefined) continue;
        this.#position = changes.upTo;
        // Before any other code runs, so that no event is missed in between.
        if (!this.#closed) this.begin();
        if (changes.events.length > 0) yield { type: "events", events: changes.events };
      }
      if (this.#wantsProgress) this.#queue.requestProgress();
      yield* this.#queue;
    } finally {
      this.close();
    }
  }

  #lost(): WatchEnd | undefined {
    const compacted = this.#source.compacted();
    return this.#position < compacted ? { reason: "compacted", compacted } : undefined;
  }
}
