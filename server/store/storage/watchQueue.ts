import { Fifo } from "../../../shared/collections/fifo.ts";
import type { StorageWatch, WatchEnd, WatchMessage } from "./storage.ts";

/** Events that may wait for a reader: more than a reader that works leaves behind in any one turn of the event loop. */
const DEFAULT_CAPACITY = 100_000;

export interface WatchQueueOptions {
  /** Events that may wait. */
  readonly capacity?: number;
  /** See {@link StorageWatch.requestProgress}; by default progress is what was told last. */
  readonly onProgressRequest?: (queue: WatchQueue) => void;
  /** The watch is over, ended by either side: later pushes are dropped. */
  readonly onEnd?: () => void;
}

/**
 * A watch as an engine feeds it and one reader takes it. A reader that is too slow loses the watch, not the engine its
 * memory: it is told that it was overrun, and what waited is let go of.
 */
export class WatchQueue implements StorageWatch {
  readonly #messages = new Fifo<WatchMessage>();
  readonly #options: WatchQueueOptions;
  #waiting = 0;
  #ended = false;
  #wake: (() => void) | undefined;
  #read = false;

  constructor(options: WatchQueueOptions = {}) {
    this.#options = options;
  }

  /** Whether its end is known. */
  get ended(): boolean {
    return this.#ended;
  }

  push(message: Exclude<WatchMessage, { type: "end" }>): void {
    if (this.#ended) return;
    const waiting = this.#waiting + (message.type === "events" ? message.events.length : 1);
    // One batch may be as large as it is: what counts is what waits before it.
    if (this.#waiting > 0 && waiting > (this.#options.capacity ?? DEFAULT_CAPACITY)) {
      this.#messages.clear();
      this.end({ reason: "overrun" });
      return;
    }
    this.#waiting = waiting;
    this.#messages.push(message);
    this.#wake?.();
  }

  end(end: WatchEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#messages.push({ type: "end", end });
    this.#wake?.();
    this.#options.onEnd?.();
  }

  requestProgress(): void {
    if (!this.#ended) this.#options.onProgressRequest?.(this);
  }

  close(): void {
    this.end({ reason: "closed" });
  }

  /** @throws Error when it has a reader already */
  async *[Symbol.asyncIterator](): AsyncGenerator<WatchMessage, void, undefined> {
    if (this.#read) throw new Error("a watch has one reader");
    this.#read = true;
    try {
      for (;;) {
        const message = this.#messages.shift();
        if (message === undefined) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = undefined;
          continue;
        }
        this.#waiting -= message.type === "events" ? message.events.length : 1;
        yield message;
        if (message.type === "end") return;
      }
    } finally {
      this.close();
    }
  }
}
