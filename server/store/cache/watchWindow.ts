import type { CacheEvent, EventKeeper } from "./cacheEvent.ts";
import { type BudgetUser, NO_LIMITS, WindowBudget } from "./windowBudget.ts";

export interface WatchWindowOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that events are kept. */
  readonly retention: number;
  /** Budget for the memory of events, shared with the windows of other resources; unlimited when omitted. */
  readonly budget?: WindowBudget;
}

interface Kept {
  readonly event: CacheEvent;
  readonly time: number;
}

/**
 * The recent events of one resource, bounded by time and by bytes: what a watch that resumes at an older revision can
 * still receive.
 */
export class WatchWindow implements EventKeeper, BudgetUser {
  readonly #events: (Kept | undefined)[] = [];
  #head = 0;
  #bytes = 0;
  #start: number;
  readonly #now: () => number;
  readonly #retention: number;
  readonly #budget: WindowBudget;

  /** @param start the window is complete for events after this revision */
  constructor(start: number, options: WatchWindowOptions) {
    this.#start = start;
    this.#budget = options.budget ?? new WindowBudget(NO_LIMITS);
    this.#now = options.now;
    this.#retention = options.retention;
  }

  /** The oldest revision after which no event is missing. */
  get start(): number {
    return this.#start;
  }

  /** Approximate bytes of memory that the events take. */
  get bytes(): number {
    return this.#bytes;
  }

  push(event: CacheEvent): void {
    const now = this.#now();
    this.#events.push({ event, time: now });
    event.keeper = this;
    this.#changed(event.bytes);
    this.#forget(now - this.#retention);
  }

  grew(event: CacheEvent, bytes: number): void {
    event.bytes += bytes;
    this.#changed(bytes);
  }

  dropOldest(): boolean {
    const oldest = this.#events[this.#head];
    if (oldest === undefined) return false;
    this.#start = oldest.event.revision;
    this.#drop(oldest);
    this.#shrink();
    return true;
  }

  /** Events after `revision`, oldest first; undefined when some of them were dropped. */
  since(revision: number): CacheEvent[] | undefined {
    if (revision < this.#start) return undefined;
    let low = this.#head;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.event.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return this.#events.slice(low).flatMap((kept) => kept?.event ?? []);
  }

  /** Raises the start, because the storage was compacted to this revision. */
  compact(revision: number): void {
    for (;;) {
      const oldest = this.#events[this.#head];
      if (oldest === undefined || oldest.event.revision > revision) break;
      this.#drop(oldest);
    }
    if (revision > this.#start) this.#start = revision;
    this.#shrink();
  }

  #forget(before: number): void {
    for (;;) {
      const oldest = this.#events[this.#head];
      if (oldest === undefined || oldest.time >= before) break;
      this.#start = oldest.event.revision;
      this.#drop(oldest);
    }
    this.#shrink();
  }

  /** Drops the first event; its array slot is freed later by `#shrink`. */
  #drop({ event }: Kept): void {
    this.#events[this.#head] = undefined;
    this.#head += 1;
    event.keeper = undefined;
    this.#changed(-event.bytes);
  }

  #changed(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.changed(this, bytes);
  }

  /** Drops the forgotten front of the array once it is the larger half: amortised constant time per event. */
  #shrink(): void {
    if (this.#head > 64 && this.#head * 2 > this.#events.length) {
      this.#events.splice(0, this.#head);
      this.#head = 0;
    }
  }
}
