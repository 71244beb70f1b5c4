import { Fifo } from "../../../shared/collections/fifo.ts";
import { type LentRoom, requestTimeout } from "./inFlight.ts";

/** A request in line. */
interface Waiter {
  readonly bytes: number;
  /** The request was over before its turn. */
  isGone: boolean;
  enter(): void;
}

/** The large bodies of one user, in order of arrival. One that is larger than all of the room enters alone. */
export class BodyLine {
  readonly #room: number;
  readonly #waiting = new Fifo<Waiter>();
  /** Bytes of the bodies inside. */
  #inside = 0;

  /** @param room bytes of the bodies that may be inside together */
  constructor(room: number) {
    this.#room = room;
  }

  /** Whether no body is inside and none waits. */
  get isEmpty(): boolean {
    return this.#inside === 0 && this.#first() === undefined;
  }

  /**
   * Waits for a body's turn.
   * @param signal of the request
   * @throws ApiError 504 when the request is over before
   */
  async enter(bytes: number, signal: AbortSignal): Promise<BodyPlace> {
    if (this.#first() !== undefined || !this.#fits(bytes)) await this.#turn(bytes, signal);
    else this.take(bytes);
    return new BodyPlace(this, bytes);
  }

  /** Counts bytes as inside, whether there is room or not. */
  take(bytes: number): void {
    this.#inside += bytes;
  }

  /** Takes bytes off again, and lets in those who are next. */
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

  /** The first that still waits. Those who are gone leave the line. */
  #first(): Waiter | undefined {
    while (this.#waiting.peek()?.isGone === true) this.#waiting.shift();
    return this.#waiting.peek();
  }

  #fits(bytes: number): boolean {
    return this.#inside === 0 || this.#inside + bytes <= this.#room;
  }

  #turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const quit = (): void => {
        waiter.isGone = true;
        reject(requestTimeout());
        // Who stands behind a body without room may have room.
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

/** The place of one body. */
export class BodyPlace implements LentRoom {
  readonly #line: BodyLine;
  readonly #bytes: number;
  #isCounted = true;
  #isLeft = false;

  constructor(line: BodyLine, bytes: number) {
    this.#line = line;
    this.#bytes = bytes;
  }

  lend(): void {
    if (!this.#isCounted) return;
    this.#isCounted = false;
    this.#line.give(this.#bytes);
  }

  takeBack(): void {
    if (this.#isCounted || this.#isLeft) return;
    this.#isCounted = true;
    this.#line.take(this.#bytes);
  }

  /** Gives the place up for good. */
  leave(): void {
    this.lend();
    this.#isLeft = true;
  }
}
