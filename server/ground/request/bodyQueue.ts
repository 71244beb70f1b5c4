import { Fifo } from "../../../shared/collections/fifo.ts";
import { type LendableMemory, requestTimeout } from "./inFlight.ts";

/** A waiting request. */
interface Waiter {
  readonly bytes: number;
  /** Whether the request has ended while waiting. */
  isGone: boolean;
  enter(): void;
}

/** The queue of large bodies of one user, in order of arrival. A body that is larger than the capacity enters alone. */
export class BodyQueue {
  readonly #capacity: number;
  readonly #waiting = new Fifo<Waiter>();
  /** Total bytes of the bodies inside. */
  #inside = 0;

  /** @param memory maximum bytes of the bodies that may be inside together */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Whether no body is inside and none waits. */
  get isEmpty(): boolean {
    return this.#inside === 0 && this.#first() === undefined;
  }

  /**
   * Waits until a body may enter.
   * @param signal the request's abort signal
   * @throws ApiError 504 when the request ends before
   */
  async enter(bytes: number, signal: AbortSignal): Promise<AdmittedBody> {
    if (this.#first() !== undefined || !this.#fits(bytes)) await this.#turn(bytes, signal);
    else this.take(bytes);
    return new AdmittedBody(this, bytes);
  }

  /** Adds bytes to those inside, whether there is capacity or not. */
  take(bytes: number): void {
    this.#inside += bytes;
  }

  /** Subtracts bytes, and lets the next bodies in. */
  give(bytes: number): void {
    this.#inside -= bytes;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#first(); next !== undefined && this.#fits(next.bytes); next = this.#first()) {
      this.#waiting.shift();
      this.take(next.bytes);
      next.enter();
    }
  }

  /** The first body that is still waiting; removes those whose request has ended. */
  #first(): Waiter | undefined {
    while (this.#waiting.peek()?.isGone === true) this.#waiting.shift();
    return this.#waiting.peek();
  }

  #fits(bytes: number): boolean {
    return this.#inside === 0 || this.#inside + bytes <= this.#capacity;
  }

  #turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const quit = (): void => {
        waiter.isGone = true;
        reject(requestTimeout());
        // The bodies behind one that did not fit may fit now.
        this.#admit();
      };
      const waiter: Waiter = {
        bytes,
        isGone: false,
        enter: () => {
          signal.removeEventListener("abort", quit);
          resolve();
        },
      };
      if (signal.aborted) return quit();
      this.#waiting.push(waiter);
      signal.addEventListener("abort", quit, { once: true });
    });
  }
}

/** A body that the queue has admitted. */
export class AdmittedBody implements LendableMemory {
  readonly #queue: BodyQueue;
  readonly #bytes: number;
  #isCounted = true;
  #isLeft = false;

  constructor(queue: BodyQueue, bytes: number) {
    this.#queue = queue;
    this.#bytes = bytes;
  }

  lend(): void {
    if (!this.#isCounted) return;
    this.#isCounted = false;
    this.#queue.give(this.#bytes);
  }

  reclaim(): void {
    if (this.#isCounted || this.#isLeft) return;
    this.#isCounted = true;
    this.#queue.take(this.#bytes);
  }

  /** Gives up the place for good. */
  leave(): void {
    this.lend();
    this.#isLeft = true;
  }
}
