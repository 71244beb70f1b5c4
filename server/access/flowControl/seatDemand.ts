/** A level's recent demand, which determines what it borrows or lends in the next period. */
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

  /** Updates the number of seats that executing and waiting requests want. @param now seconds */
  set(seats: number, now: number): void {
    this.#advance(now);
    this.#seats = seats;
    if (seats > this.#high) this.#high = seats;
  }

  /**
   * Ends a period.
   * @returns seats: the maximum demand, and the expected demand, which rises immediately and falls slowly
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

/** Weight of the previous expectation: half of it remains after five minutes of ten-second periods. */
const SMOOTHING = 0.977;
