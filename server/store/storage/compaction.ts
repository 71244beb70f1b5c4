import type { Storage } from "./storage.ts";

export interface CompactionOptions {
  /** How long old revisions stay readable, in milliseconds. */
  readonly retention: number;
  /** How often to look, in milliseconds; default a few times per retention. */
  readonly interval?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onCompacted: (revision: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Forgets history older than the retention, again and again. */
export class Compaction {
  readonly #storage: Storage;
  readonly #options: CompactionOptions;
  #timer: NodeJS.Timeout | undefined;
  /** The oldest revision that can be read, as far as this server had to do with it. */
  #compacted = 1;

  constructor(storage: Storage, options: CompactionOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  start(): void {
    const { retention, interval = retention / 5 } = this.#options;
    this.#timer = setInterval(() => void this.runOnce(), Math.max(interval, 1000));
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One round; never rejects. */
  async runOnce(): Promise<void> {
    try {
      const before = this.#options.now() - this.#options.retention;
      const revision = await this.#storage.revisionAt(before);
      if (revision <= this.#compacted) return;
      this.#compacted = await this.#storage.compact(revision);
      this.#options.onCompacted(this.#compacted);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
