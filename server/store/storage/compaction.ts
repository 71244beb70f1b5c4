import type { Storage } from "./storage.ts";

export interface CompactionOptions {
  /** Milliseconds that old revisions stay readable. */
  readonly retention: number;
  /** Milliseconds between two rounds; default a few times per retention. */
  readonly interval?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onCompacted: (revision: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Periodically compacts history that is older than the retention. */
export class Compaction {
  readonly #storage: Storage;
  readonly #options: CompactionOptions;
  #timer: NodeJS.Timeout | undefined;
  /** The oldest readable revision, as far as this server's own compactions show. */
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
