/** The nodes of a zone that are to get a taint which evicts pods, so many per second at most. */
export class TaintQueue {
  readonly #waiting = new Set<string>();
  #rate: number;
  /** Part of a turn that has come back by then, and when that was; there is never more than one. */
  #turn = 1;
  #at: number;

  /** @param rate nodes in a second @param now milliseconds */
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

  /** What waits for its turn at the old rate waits as long at the new one. */
  setRate(rate: number, now: number): void {
    this.#turn = this.#isOpen(now) ? 1 : 0;
    this.#rate = rate;
    this.#at = now;
  }

  /** The next node whose turn it is, taken from the queue; undefined when there is none. */
  take(now: number): string | undefined {
    const [name] = this.#waiting;
    if (name === undefined || !this.#isOpen(now)) return undefined;
    this.#turn -= 1;
    this.#waiting.delete(name);
    return name;
  }

  /** Milliseconds until it is the turn of the next node; undefined when none waits, or none is to be tainted. */
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
