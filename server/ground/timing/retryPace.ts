/** How many retries may begin. */
export interface RetryRate {
  readonly perSecond: number;
  /** Number of retries that may begin at once after a calm period. */
  readonly burst: number;
}

/** Spreads retries over time. A reservation takes its place for good, whether the retry begins or not. */
export class RetryPace {
  /** Milliseconds per retry. */
  readonly #interval: number;
  readonly #burst: number;
  /** When all reserved retries have had their time, in milliseconds on the clock of the timers. */
  #reservedUntil = Number.NEGATIVE_INFINITY;

  constructor({ perSecond, burst }: RetryRate) {
    this.#interval = 1000 / perSecond;
    this.#burst = burst * this.#interval;
  }

  /** Reserves a retry. @param now milliseconds @returns milliseconds until it may begin */
  reserve(now: number): number {
    this.#reservedUntil = Math.max(this.#reservedUntil, now - this.#burst) + this.#interval;
    return Math.max(0, this.#reservedUntil - now);
  }
}
