import type { CacheEvent } from "./cacheEvent.ts";

/** The recent events of one resource: what a watch that resumes at an older revision still gets. */
export class WatchWindow {
  readonly #events: { readonly event: CacheEvent; readonly time: number }[] = [];
  #head = 0;
  #start: number;
  readonly #now: () => number;
  readonly #retention: number;

  /**
   * @param start events after this revision are known
   * @param options.retention how long events are kept, in milliseconds
   */
  constructor(start: number, options: { now: () => number; retention: number }) {
    this.#start = start;
    this.#now = options.now;
    this.#retention = options.retention;
  }

  /** The oldest revision after which all events are known. */
  get start(): number {
    return this.#start;
  }

  push(event: CacheEvent): void {
    const now = this.#now();
    this.#events.push({ event, time: now });
    this.#forget(now - this.#retention);
  }

  /** Events after `revision`, oldest first; undefined when some of them are forgotten. */
  since(revision: number): CacheEvent[] | undefined {
    if (revision < this.#start) return undefined;
    let low = this.#head;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.event.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return this.#events.slice(low).map(({ event }) => event);
  }

  /** Moves the start up, because the storage was compacted there. */
  compact(revision: number): void {
    while (this.#head < this.#events.length && (this.#events[this.#head]?.event.revision ?? 0) <= revision) {
      this.#head += 1;
    }
    if (revision > this.#start) this.#start = revision;
    this.#shrink();
  }

  #forget(before: number): void {
    for (;;) {
      const oldest = this.#events[this.#head];
      if (oldest === undefined || oldest.time >= before) break;
      this.#start = oldest.event.revision;
      this.#head += 1;
    }
    this.#shrink();
  }

  /** Drops the forgotten front of the array once it is the larger half: amortised constant time per event. */
  #shrink(): void {
    if (this.#head > 64 && this.#head * 2 > this.#events.length) {
      this.#events.splice(0, this.#head);
      this.#head = 0;
    }
  }
}
