import { getHeapStatistics } from "node:v8";
import { BodyLine, type BodyPlace } from "./bodyLine.ts";

/** Minimum bytes of a body that has to wait in line. */
export const LARGE = 128 * 1024;
/**
 * Maximum bytes of bodies inside. The process computes one request at a time: with more at once, each only waits longer
 * for the processor.
 */
const MAX_ROOM = 4 * 1024 * 1024;
/** Bytes of heap per byte of a body: the server needs that much to read, change and write the densest bodies. */
const HEAP_PER_BYTE = 256;

/**
 * Lines for large bodies, one per user: bodies of a user are handled one after the other. Sixteen half-finished
 * requests would need sixteen times the memory, and would get their answers no sooner than one after the other. Users
 * do not wait for each other: a body that takes half a minute delays only other bodies of its sender.
 */
export class BodyLines {
  readonly #room: number;
  readonly #lines = new Map<string, BodyLine>();

  /** @param room maximum bytes of each user's bodies that may be inside together */
  constructor(room: number) {
    this.#room = room;
  }

  /** Number of users with bodies inside or waiting. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Waits until a body may enter.
   * @param signal the request's abort signal
   * @throws ApiError 504 when the request ends before
   */
  async enter(user: string, bytes: number, signal: AbortSignal): Promise<BodyPlace> {
    let line = this.#lines.get(user);
    if (line === undefined) {
      line = new BodyLine(this.#room);
      this.#lines.set(user, line);
    }
    return line.enter(bytes, signal);
  }

  /**
   * Runs work while a body has a place; the work must not wait for anything. A small body needs no place.
   * @throws ApiError 504 as {@link enter}
   */
  async within<T>(user: string, bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (bytes < LARGE) return work();
    const place = await this.enter(user, bytes, signal);
    try {
      return await work();
    } finally {
      this.leave(user, place);
    }
  }

  /** Gives up a place for good. */
  leave(user: string, place: BodyPlace): void {
    place.leave();
    if (this.#lines.get(user)?.isEmpty === true) this.#lines.delete(user);
  }
}

const ROOM = Math.min(MAX_ROOM, Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE));

/** The lines of this process, whose heap is shared by all its servers. */
export const processBodyLines = new BodyLines(ROOM);

/**
 * The lines for answers of webhooks, by their addresses. They have as much memory as, and are separate from, the lines
 * for bodies of requests. A request that waits here may have a place there, and work with a place here waits for
 * nothing, so no two can wait for each other.
 */
export const processAnswerLines = new BodyLines(ROOM);
