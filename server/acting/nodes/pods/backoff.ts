/** First and longest delay before a retry, in milliseconds. */
const FIRST = 10_000;
const LONGEST = 300_000;

/** Exponential backoff: the delay doubles with each failure, and is reset after a while without failures. */
export class Backoff {
  #delay = 0;
  /** When the last delay ended. */
  #tried = Number.NEGATIVE_INFINITY;

  /**
   * The delay after a failure: zero after the first one, and when more than the delay has passed since `ended`.
   * @param now milliseconds
   * @param ended when the last run ended that counts; a run that was just killed does not count yet
   */
  next(now: number, ended = now): number {
    const isForgotten = now - this.#tried > 2 * LONGEST;
    const due = isForgotten ? 0 : this.#delay;
    const delay = now - ended >= due ? 0 : due;
    this.#delay = due === 0 ? FIRST : Math.min(2 * due, LONGEST);
    this.#tried = now + delay;
    return delay;
  }
}

/** `10s`, `2m40s`, `5m0s`: a duration as in the kubelet's messages. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
