import { getHeapStatistics } from "node:v8";
import { type AdmittedBody, BodyQueue } from "./bodyQueue.ts";

/** Minimum bytes of a body that has to wait in a queue. */
export const LARGE = 128 * 1024;
/**
 * Maximum bytes of bodies inside. The process computes one request at a time: with more at once, each only waits longer
 * for the processor.
 */
const MAX_CAPACITY = 4 * 1024 * 1024;
/** Bytes of heap per byte of a body: the server needs that much to read, change and write the densest bodies. */
const HEAP_PER_BYTE = 256;

/**
 * Lines for large bodies, one per user: bodies of a user are handled one after the other. Sixteen half-finished
 * requests would need sixteen times the memory, and would get their answers no sooner than one after the other. Users
 * do not wait for each other: a body that takes half a minute delays only other bodies of its sender.
 */
export class BodyQueues {
  readonly #capacity: number;
  readonly #queues = new Map<string, BodyQueue>();

  /** @param capacity maximum bytes of each user's bodies that may be inside together */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Number of users with bodies inside or waiting. */
  get size(): number {
    return this.#queues.size;
  }

  /**
   * Waits until a body may enter.
   * @param signal the request's abort signal
   * @throws ApiError 504 when the request ends before
   */
  async enter(user: string, bytes: number, signal: AbortSignal): Promise<AdmittedBody> {
    let queue = this.#queues.get(user);
    if (queue === undefined) {
      queue = new BodyQueue(this.#capacity);
      this.#queues.set(user, queue);
    }
    return queue.enter(bytes, signal);
  }

  /**
   * Runs work while a body has a place; the work must not wait for anything. A small body needs no place.
   * @throws ApiError 504 as {@link enter}
   */
  async within<T>(user: string, bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (bytes < LARGE) return work();
    const body = await this.enter(user, bytes, signal);
    try {
      return await work();
    } finally {
      this.leave(user, body);
    }
  }

  /** Gives up a place for good. */
  leave(user: string, body: AdmittedBody): void {
    body.leave();
    if (this.#queues.get(user)?.isEmpty === true) this.#queues.delete(user);
  }
}

const CAPACITY = Math.min(MAX_CAPACITY, Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE));

/** The queues of this process, whose heap is shared by all its servers. */
export const processBodyQueues = new BodyQueues(CAPACITY);

/**
 * The queues for answers of webhooks, by their addresses. They have as much memory as, and are separate from, the queues
 * for bodies of requests. A request that waits here may have a place there, and work with a place here waits for
 * nothing, so no two can wait for each other.
 */
export const processAnswerQueues = new BodyQueues(CAPACITY);
