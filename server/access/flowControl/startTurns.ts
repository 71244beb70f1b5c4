/** Milliseconds during which requests may start in one event loop turn: with a single active flow, and with several. */
const LENGTHS = { one: 0.25, several: 0.1 };
/** Milliseconds for which a change from one flow to another means that several flows are active. */
const MEMORY = 100;

/**
 * Limits the work that is started in one event loop turn. The thread works on one request at a time, so new arrivals
 * must be accepted before too much work has started. Then a busy flow delays others only briefly. Short turns cost
 * throughput, so a single active flow gets longer ones.
 */
export class StartTurns {
  readonly #clock: () => number;
  readonly #nextTurn: (callback: () => void) => unknown;
  /** When the first request of this turn started. */
  #began: number | undefined;
  #latestFlow: string | undefined;
  #changed = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds; @param nextTurn calls back once the event loop has accepted new arrivals */
  constructor(
    clock: () => number = () => performance.now(),
    nextTurn: (callback: () => void) => unknown = setImmediate,
  ) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** Records the arrival of a request of a flow. */
  note(flow: string): void {
    if (flow === this.#latestFlow) return;
    if (this.#latestFlow !== undefined) this.#changed = this.#clock();
    this.#latestFlow = flow;
  }

  /** Whether another request may start in this turn. The first one always may. */
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
