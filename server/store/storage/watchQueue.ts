import { Fifo } from "../../../shared/collections/fifo.ts";
import type { StorageWatch, WatchEnd, WatchMessage } from "./storage.ts";

/**
 * Maximum number of waiting events: more than a reader that keeps up leaves waiting in any one tick of the event loop.
 */
const DEFAULT_CAPACITY = 100_000;

export interface WatchQueueOptions {
  /** Maximum number of waiting events. */
  readonly capacity?: number;
  /** See {@link StorageWatch.requestProgress}; by default the last delivered revision is reported as progress. */
  readonly onProgressRequest?: (queue: WatchQueue) => void;
  /** Called when the watch has ended, by either side: later pushes are dropped. */
  readonly onEnd?: () => void;
}

/**
 * A watch that an engine feeds and one reader consumes. A reader that is too slow loses the watch, so that the engine's
 * memory stays bounded: the reader receives `overrun`, and waiting events are dropped.
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

  /** Whether the watch has ended, even if waiting messages are not delivered yet. */
  get ended(): boolean {
    return this.#ended;
  }

  push(message: Exclude<WatchMessage, { type: "end" }>): void {
    if (this.#ended) return;
    const waiting = this.#waiting + (message.type === "events" ? message.events.length : 1);
    // A single batch may have any size: only what already waits is limited.
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

  /** @throws Error when it already has a reader */
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
