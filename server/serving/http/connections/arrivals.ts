import { Fifo } from "../../../../shared/collections/fifo.ts";

/** For how long requests that have arrived begin in one turn of the event loop, in milliseconds. */
const LENGTH = 10;

/**
 * Begins requests. Many may arrive in one turn of the event loop, of many connections or as streams of one: those for which the
 * turn has no time begin in later turns, of each connection one after the other.
 */
export class Arrivals {
  readonly #clock: () => number;
  readonly #nextTurn: (callback: () => void) => unknown;
  /** What waits, by connection: the connection that is served next comes first. */
  readonly #waiting = new Map<object, Fifo<() => void>>();
  /** When the first request of this turn began. */
  #turn: number | undefined;
  /** A request has begun, or the next one will: later ones stand in line. */
  #isBusy = false;

  /** @param clock milliseconds; @param nextTurn calls back once the event loop has looked at everything else */
  constructor(
    clock: () => number = () => performance.now(),
    nextTurn: (callback: () => void) => unknown = setImmediate,
  ) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** Calls `run` now, where it is the first, else later. */
  begin(connection: object, run: () => void): void {
    if (!this.#isBusy && this.#hasTime()) {
      this.#start(run);
      return;
    }
    const line = this.#waiting.get(connection) ?? new Fifo<() => void>();
    line.push(run);
    this.#waiting.set(connection, line);
    if (!this.#isBusy) this.#wait();
  }

  #start(run: () => void): void {
    this.#isBusy = true;
    // Behind everything that the request does before it waits for something.
    queueMicrotask(() => process.nextTick(this.#next));
    run();
  }

  readonly #next = (): void => {
    this.#isBusy = false;
    if (this.#waiting.size === 0) return;
    if (!this.#hasTime()) {
      this.#wait();
      return;
    }
    const run = this.#shift();
    if (run !== undefined) this.#start(run);
  };

  #wait(): void {
    this.#isBusy = true;
    this.#nextTurn(this.#next);
  }

  #shift(): (() => void) | undefined {
    for (const [connection, line] of this.#waiting) {
      this.#waiting.delete(connection);
      const run = line.shift();
      if (line.size > 0) this.#waiting.set(connection, line);
      return run;
    }
    return undefined;
  }

  #hasTime(): boolean {
    const now = this.#clock();
    if (this.#turn === undefined) {
      this.#turn = now;
      this.#nextTurn(() => {
        this.#turn = undefined;
      });
    }
    return now - this.#turn < LENGTH;
  }
}
