/** Thrown through work that needs more than the turn of the event loop that it began in. */
export class SliceSpent extends Error {
  constructor() {
    super("the work needs more than this turn of the event loop");
    this.name = "SliceSpent";
  }
}

/** How much work may still be done before the event loop has to go on. A unit is about a tenth of a microsecond. */
export class Slice {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** Never negative. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  /** Takes work that was done, or is about to be done. @throws SliceSpent when it is more than what was left */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new SliceSpent();
  }
}
