/** What a level has wanted lately, which decides what it borrows, or lends, in the next period. */
export class SeatDemand {
  #seats = 0;
  #since: number;
  #began: number;
  #integral = 0;
  #squares = 0;
  #high = 0;
  #smooth = 0;

  /** @param now seconds */
  constructor(now: number) {
    this.#since = now;
    this.#began = now;
  }

  /** Takes over a change of the number of seats that requests under way or waiting want. @param now seconds */
  set(seats: number, now: number): void {
    this.#advance(now);
    this.#seats = seats;
    if (seats > this.#high) this.#high = seats;
  }

  /**
   * Ends a period.
   * @returns seats: the most that was wanted, and what can be expected: it grows at once, and shrinks slowly
   */
  settle(now: number): { readonly high: number; readonly smooth: number } {
    this.#advance(now);
    const time = now - this.#began;
    if (time > 0) {
      const average = this.#integral / time;
      const deviation = Math.sqrt(Math.max(0, this.#squares / time - average * average));
      const envelope = Math.min(this.#high, average + deviation);
      this.#smooth = Math.max(envelope, SMOOTHING * this.#smooth + (1 - SMOOTHING) * envelope);
    }
    const high = this.#high;
    [this.#began, this.#integral, this.#squares, this.#high] = [now, 0, 0, this.#seats];
    return { high, smooth: this.#smooth };
  }

  #advance(now: number): void {
    const time = now - this.#since;
    this.#since = now;
    if (time <= 0) return;
    this.#integral += this.#seats * time;
    this.#squares += this.#seats * this.#seats * time;
  }
}

/** How much of what was expected before stays expected: half of it after five minutes of periods of ten seconds. */
const SMOOTHING = 0.977;
