/** Time until a follower that failed may start over again, in milliseconds: longer each time it fails soon after. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

export interface RestartsOptions {
  /** Begins anew from what is stored. May throw. */
  readonly startOver: () => void;
  /** Told what that throws. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Starts a follower over when it has failed: at once the first time, and after a pause when it fails again and again, so that
 * one object that it cannot take does not cost a fresh list with every change.
 */
export class Restarts {
  readonly #options: RestartsOptions;
  #pause = FIRST_PAUSE;
  /** It started over last at this time. */
  #last = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RestartsOptions) {
    this.#options = options;
  }

  /** What the follower knows is not what is stored. */
  failed(): void {
    if (this.#timer !== undefined) return;
    const since = this.#options.now() - this.#last;
    if (since >= 2 * this.#pause) this.#pause = FIRST_PAUSE;
    if (since >= this.#pause) this.#startOver();
    else this.#startLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #startOver(): void {
    this.#last = this.#options.now();
    try {
      this.#options.startOver();
    } catch (error) {
      this.#options.onError(error);
      this.#startLater();
    }
  }

  #startLater(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startOver();
    }, this.#pause).unref();
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }
}
