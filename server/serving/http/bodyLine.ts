import { getHeapStatistics } from "node:v8";
import { timeout } from "../../../shared/status.ts";
import type { LentRoom } from "../../ground/request/inFlight.ts";

/** A request in line. */
interface Waiter {
  readonly bytes: number;
  enter(): void;
}

/**
 * Large bodies take turns. Reading one makes of each byte some tens of bytes of objects, and the process computes one request
 * at a time anyway: sixteen that are all half done need the memory of sixteen and are answered no sooner than one after the
 * other. The line is in order of arrival; a body larger than all of the room enters alone.
 */
export class BodyLine {
  readonly #room: number;
  readonly #waiting = new Set<Waiter>();
  /** Bytes of the bodies inside. */
  #inside = 0;

  /** @param room bytes of the bodies that may be inside together */
  constructor(room: number) {
    this.#room = room;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a body's turn.
   * @param signal of the request
   * @throws ApiError 504 when the request is over before
   */
  async enter(bytes: number, signal: AbortSignal): Promise<BodyPlace> {
    if (this.#waiting.size > 0 || !this.#fits(bytes)) await this.#turn(bytes, signal);
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
    for (const waiter of this.#waiting) {
      if (!this.#fits(waiter.bytes)) return;
      this.take(waiter.bytes);
      waiter.enter();
    }
  }

  #fits(bytes: number): boolean {
    return this.#inside === 0 || this.#inside + bytes <= this.#room;
  }

  #turn(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiting.delete(waiter);
        signal.removeEventListener("abort", quit);
      };
      const quit = (): void => {
        settle();
        reject(timeout("Timeout: request did not complete within the allotted timeout"));
      };
      const waiter: Waiter = {
        bytes,
        enter: () => {
          settle();
          resolve();
        },
      };
      if (signal.aborted) return quit();
      this.#waiting.add(waiter);
      signal.addEventListener("abort", quit);
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

/** More at once would only wait for the processor longer. Bytes. */
const MOST_ROOM = 4 * 1024 * 1024;
/** Bytes of heap for each byte of a body: what the densest bodies need while they are read, changed and written. */
const HEAP_PER_BYTE = 256;

/** The line of this process, whose heap all its servers share. */
export const processBodyLine = new BodyLine(
  Math.min(MOST_ROOM, Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE)),
);
