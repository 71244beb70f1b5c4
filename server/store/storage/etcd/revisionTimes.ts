/** Maximum number of remembered moments: enough for more than an hour. */
const LIMIT = 4096;
/** Moments closer together than this are merged, in milliseconds. */
const RESOLUTION = 1000;

interface Moment {
  readonly time: number;
  readonly revision: number;
}

/** The times at which revisions were seen. etcd does not record times, so each server remembers what it saw. */
export class RevisionTimes {
  readonly #now: () => number;
  #moments: Moment[] = [];

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records the time of a committed revision. */
  saw(revision: number): void {
    const last = this.#moments.at(-1);
    if (last !== undefined && revision <= last.revision) return;
    // A clock that is set back must not make past revisions appear younger.
    const time = Math.max(this.#now(), last?.time ?? 0);
    const before = this.#moments.at(-2);
    const replaces =
      last !== undefined && (last.time === time || (before !== undefined && last.time - before.time < RESOLUTION));
    if (replaces) this.#moments.pop();
    this.#moments.push({ time, revision });
    // Trimmed only at twice the limit, so that the cost of copying is amortized.
    if (this.#moments.length > 2 * LIMIT) this.#moments = this.#moments.slice(-LIMIT);
  }

  /** The highest revision known to be committed at or before `time`; 0 when none is. */
  at(time: number): number {
    let low = 0;
    let high = this.#moments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#moments[middle]?.time ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return this.#moments[low - 1]?.revision ?? 0;
  }
}
