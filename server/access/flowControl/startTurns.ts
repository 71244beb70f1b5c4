/** For how long requests begin in one turn of the event loop, in milliseconds: while one flow asks, and while several do. */
const LENGTHS = { one: 0.25, several: 0.1 };
/** How long a change from one flow to another counts, in milliseconds. */
const MEMORY = 100;

/**
 * Shares the turns of the event loop out. A thread works on one request at a time: before too much work begins, new arrivals
 * are taken in, so that a flow that sends a lot keeps others waiting for a moment only. Short turns cost throughput: a flow
 * that asks alone has longer ones.
 */
export class StartTurns {
  readonly #clock: () => number;
  readonly #nextTurn: (callback: () => void) => unknown;
  /** When the first request of this turn began. */
  #began: number | undefined;
  #latestFlow: string | undefined;
  #changed = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds; @param nextTurn calls back once the event loop has taken in what has arrived */
  constructor(
    clock: () => number = () => performance.now(),
    nextTurn: (callback: () => void) => unknown = setImmediate,
  ) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** A request of a flow has arrived. */
  note(flow: string): void {
    if (flow === this.#latestFlow) return;
    if (this.#latestFlow !== undefined) this.#changed = this.#clock();
    this.#latestFlow = flow;
  }

  /** Whether another request may begin in this turn. The first one always may. */
  hasTime(): boolean {
    const now = this.#clock();
    if (this.#began === undefined) {
      this.#began = now;
      this.#nextTurn(() => {
        this.#began = undefined;
      });
      return true;
    }
    const length = now - this.#changed < MEMORY ? LENGTHS.several : LENGTHS.one;
    return now - this.#began < length;
  }
}
