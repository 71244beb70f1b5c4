/** The nodes of a zone that wait for an evicting taint, with a rate limit. */
export class TaintQueue {
  readonly #waiting = new Set<string>();
  #rate: number;
  /** The available part of the next turn, at the time `#at`; it is never more than 1. */
  #turn = 1;
  #at: number;

  /** @param rate nodes per second @param now milliseconds */
  constructor(rate: number, now: number) {
    this.#rate = rate;
    this.#at = now;
  }

  add(name: string): void {
    this.#waiting.add(name);
  }

  delete(name: string): void {
    this.#waiting.delete(name);
  }

  /** Changes the rate. A turn that is not available yet starts from zero at the new rate. */
  setRate(rate: number, now: number): void {
    this.#turn = this.#isOpen(now) ? 1 : 0;
    this.#rate = rate;
    this.#at = now;
  }

  /** Removes and returns the next node whose turn it is; undefined when there is none. */
  take(now: number): string | undefined {
    const [name] = this.#waiting;
    if (name === undefined || !this.#isOpen(now)) return undefined;
    this.#turn -= 1;
    this.#waiting.delete(name);
    return name;
  }

  /** Milliseconds until the next node's turn; undefined when none waits, or the rate is zero. */
  wait(now: number): number | undefined {
    if (this.#waiting.size === 0 || this.#rate === 0) return undefined;
    return this.#isOpen(now) ? 0 : Math.ceil(((1 - this.#turn) / this.#rate) * 1000);
  }

  #isOpen(now: number): boolean {
    this.#turn = Math.min(1, this.#turn + (Math.max(0, now - this.#at) / 1000) * this.#rate);
    this.#at = now;
    return this.#rate > 0 && this.#turn >= 1;
  }
}
