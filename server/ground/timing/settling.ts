import { systemTimers, type Timers } from "./timers.ts";

export interface SettlingOptions {
  /** Milliseconds without a change after which changes have settled. */
  readonly quiet: number;
  /** Maximum milliseconds after the first change, for something that never stops changing. */
  readonly most: number;
  /** Default the process's. */
  readonly timers?: Timers;
}

/** Calls back when something that changes in several steps has settled. */
export class Settling {
  readonly #options: SettlingOptions;
  readonly #onSettled: () => void;
  #first = 0;
  #cancel: (() => void) | undefined;

  constructor(onSettled: () => void, options: SettlingOptions) {
    this.#onSettled = onSettled;
    this.#options = options;
  }

  /** Call it for each change. */
  note(): void {
    const { quiet, most, timers = systemTimers } = this.#options;
    const { now } = timers;
    if (this.#cancel === undefined) this.#first = now;
    this.#cancel?.();
    this.#cancel = timers.after(Math.min(quiet, this.#first + most - now), () => {
      this.#cancel = undefined;
      this.#onSettled();
    });
  }

  /** Forgets the changes. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
