/**
 * How long a call may take. It goes by a clock that is never set: when the system's clock is set forward or back, no
 * call ends earlier or later.
 */
export class TimeLimit {
  readonly #end: number;

  /** @param milliseconds from now on */
  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** The end by the system's clock as it is set now, in milliseconds since the epoch: only for immediate use. */
  get date(): number {
    return Date.now() + this.#left;
  }

  /** A limit for a part of the call. @param milliseconds from now on, if so much is left */
  within(milliseconds: number): TimeLimit {
    return new TimeLimit(Math.min(milliseconds, this.#left));
  }

  get #left(): number {
    return this.#end - performance.now();
  }
}
