/** First and longest delay before something is tried again, in milliseconds. */
const FIRST = 10_000;
const LONGEST = 300_000;

/** Delays that double with each failure, and begin anew once all has been well for a while. */
export class Backoff {
  #delay = 0;
  /** When the last delay was over. */
  #tried = Number.NEGATIVE_INFINITY;

  /** The delay after a failure at a time: none after the first. @param now milliseconds */
  next(now: number): number {
    const isForgotten = now - this.#tried > 2 * LONGEST;
    const delay = isForgotten ? 0 : this.#delay;
    this.#delay = delay === 0 ? FIRST : Math.min(2 * delay, LONGEST);
    this.#tried = now + delay;
    return delay;
  }
}

/** `10s`, `2m40s`, `5m0s`, as messages write durations. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
