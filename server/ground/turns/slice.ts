/** Thrown through work that needs more than the rest of the event loop turn in which it was started. */
export class SliceSpent extends Error {
  constructor() {
    super("the work needs more than this turn of the event loop");
    this.name = "SliceSpent";
  }
}

/**
 * The amount of work that may still be done before yielding to the event loop. A unit is about a tenth of a
 * microsecond.
 */
export class Slice {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** Never negative. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  /** Deducts work that was done, or is about to be done. @throws SliceSpent when it exceeds what was left */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new SliceSpent();
  }
}
