/** Milliseconds until a follower that failed again may start over: doubled each time it fails soon after. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

export interface RestartBackoffOptions {
  /** Rebuilds the follower's state from what is stored. May throw. */
  readonly restart: () => void;
  /** Called with the errors that `restart` throws. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Starts a follower over after it has failed: at once the first time, and with a backoff when it keeps failing. So one
 * object that the follower cannot handle does not cost a fresh list with every change.
 */
export class RestartBackoff {
  readonly #options: RestartBackoffOptions;
  #pause = FIRST_PAUSE;
  /** When it last started over. */
  #last = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RestartBackoffOptions) {
    this.#options = options;
  }

  /** Call this when the follower's state no longer matches what is stored. */
  failed(): void {
    if (this.#timer !== undefined) return;
    const since = this.#options.now() - this.#last;
    if (since >= 2 * this.#pause) this.#pause = FIRST_PAUSE;
    if (since >= this.#pause) this.#restart();
    else this.#restartLater();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #restart(): void {
    this.#last = this.#options.now();
    try {
      this.#options.restart();
    } catch (error) {
      this.#options.onError(error);
      this.#restartLater();
    }
  }

  #restartLater(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#restart();
    }, this.#pause).unref();
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }
}
