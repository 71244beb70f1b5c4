import { getHeapStatistics } from "node:v8";
import { BodyLine, type BodyPlace } from "./bodyLine.ts";

/** Bytes from which on a body waits for its turn. */
export const LARGE = 128 * 1024;
/** Bytes of bodies. The process computes one request at a time: with more at once, each only waits longer for the processor. */
const MOST_ROOM = 4 * 1024 * 1024;
/** Bytes of heap for each byte of a body: the server needs so many to read, change and write the densest bodies. */
const HEAP_PER_BYTE = 256;

/**
 * Large bodies take turns, those of each user among themselves. Sixteen requests that are all half done need the memory of
 * sixteen, and get their answers no sooner than one after the other. Users do not wait for each other: a body that takes
 * half a minute delays the other bodies of its sender, and no other user's.
 */
export class BodyLines {
  readonly #room: number;
  readonly #lines = new Map<string, BodyLine>();

  /** @param room bytes of the bodies that may be inside together for each user */
  constructor(room: number) {
    this.#room = room;
  }

  /** How many users have bodies inside or in line. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Waits for a body's turn.
   * @param signal of the request
   * @throws ApiError 504 when the request is over before
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
   * Does work that waits for nothing while a body has its place; a small body needs none. @throws ApiError 504 as {@link enter}
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

  /** Gives a place up for good. */
  leave(user: string, place: BodyPlace): void {
    place.leave();
    if (this.#lines.get(user)?.isEmpty === true) this.#lines.delete(user);
  }
}

const ROOM = Math.min(MOST_ROOM, Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE));

/** The lines of this process, whose heap all its servers share. */
export const processBodyLines = new BodyLines(ROOM);

/**
 * The lines of what webhooks answer, by their addresses: as much memory, and apart from the bodies of requests. Who stands here
 * may have a place there, and who has a place here waits for nothing, so that no two can wait for each other.
 */
export const processAnswerLines = new BodyLines(ROOM);
