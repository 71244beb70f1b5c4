import type { StorageEvent, StorageWatch, WatchEnd, WatchMessage } from "../storage.ts";
import { WatchQueue } from "../watchQueue.ts";
import type { Changes } from "./database/history.ts";

/** What a watch needs of its store. */
export interface WatchSource {
  /** The latest revision that watchers were notified of. */
  revision(): number;
  /** The oldest revision that can be read. */
  compacted(): number;
  /** The next changes after a revision, from history. */
  changes(prefix: string, after: number): Promise<Changes>;
}

interface Live {
  readonly prefix: string;
  readonly queue: WatchQueue;
  /** The revision up to which the watch has seen everything. */
  readonly after: number;
}

/**
 * The watches of one store: those that are up to date are notified of each group of commits, the others catch up from
 * history.
 */
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
   * Notifies each watch that is up to date of the changes of a group of commits under its prefix, whole revisions in
   * order.
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
  /** Registers a watch that is up to date: it is notified of everything after a revision. */
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

  /** Goes live if the watch is up to date: from then on it misses nothing, even before it is read. */
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
        // Changes compacted meanwhile may be missing in what was read.
        if (this.#lost() !== undefined) continue;
        this.#position = changes.upTo;
        // Runs before any other code, so that no event is missed in between.
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
