import { Fifo } from "../../../../shared/collections/fifo.ts";

/** Milliseconds per turn of the event loop during which newly arrived requests are started. */
const LENGTH = 10;

/**
 * Starts requests. Many may arrive in one turn of the event loop, from many connections or as streams of one. Those
 * that do not fit into the turn are started in later turns, one connection after the other.
 */
export class Arrivals {
  readonly #clock: () => number;
  readonly #nextTurn: (callback: () => void) => unknown;
  /** Waiting requests by connection: the first connection is served next. */
  readonly #waiting = new Map<object, Fifo<() => void>>();
  /** When the first request of this turn was started. */
  #turn: number | undefined;
  /** Whether a request has just been started, or the next one is scheduled: later ones have to wait. */
  #isBusy = false;

  /** @param clock milliseconds; @param nextTurn calls back after the event loop has handled all other events */
  constructor(
    clock: () => number = () => performance.now(),
    nextTurn: (callback: () => void) => unknown = setImmediate,
  ) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** Calls `run` now if no other request is waiting, otherwise later. */
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
    // Runs after everything that the request does before its first asynchronous wait.
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
