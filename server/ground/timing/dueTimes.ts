import { systemTimers, type Timers } from "./timers.ts";

interface Entry {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * Calls back after a delay that is the same for all callers, unless cancelled, which is nearly always the case. Much
 * cheaper than one timer per call: there is a single timer, for the oldest.
 */
export class DueTimes {
  readonly #time: number;
  readonly #timers: Timers;
  /** Oldest first. */
  readonly #waiting = new Set<Entry>();
  #isArmed = false;

  /** @param time milliseconds */
  constructor(time: number, timers: Timers = systemTimers) {
    this.#time = time;
    this.#timers = timers;
  }

  /** @returns a function that cancels it */
  add(callback: () => void): () => void {
    const entry = { due: this.#timers.now + this.#time, callback };
    this.#waiting.add(entry);
    if (!this.#isArmed) this.#arm(this.#time);
    return () => void this.#waiting.delete(entry);
  }

  #arm(time: number): void {
    this.#isArmed = true;
    this.#timers.after(time, () => {
      this.#isArmed = false;
      for (const entry of this.#waiting) {
        const left = entry.due - this.#timers.now;
        if (left > 0) {
          this.#arm(left);
          return;
        }
        this.#waiting.delete(entry);
        entry.callback();
      }
    });
  }
}
