/** Timers as controllers use them; tests bring their own. */
export interface Timers {
  /** Calls back after so many milliseconds; returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The process's timers. They do not keep the process alive. */
export const systemTimers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface WorkQueueOptions {
  readonly timers: Timers;
  /** Handles one key. A rejection puts it back with a delay that doubles each time. */
  work(key: string): Promise<void>;
  /** Told of every failure; `delay` is the time until the next try in milliseconds. */
  onError?(error: unknown, key: string, delay: number): void;
  /** How many keys are worked on at the same time. Default 5. */
  readonly concurrency?: number;
  /** First delay after a failure, in milliseconds. Default 20. */
  readonly firstDelay?: number;
  /** Longest delay, in milliseconds. Default 60 seconds. */
  readonly longestDelay?: number;
}

/**
 * A queue of keys. A key is never worked on twice at the same time; added while it is, it is worked on again afterwards;
 * added several times before, once. Failures are retried with exponential backoff.
 */
export class WorkQueue {
  private readonly options: WorkQueueOptions;
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  private readonly again = new Set<string>();
  private readonly delayed = new Map<string, () => void>();
  private readonly failures = new Map<string, number>();
  private readonly idleWaiters: (() => void)[] = [];
  private stopped = false;

  constructor(options: WorkQueueOptions) {
    this.options = options;
  }

  /** Puts a key in line. Cancels a pending delay of it: there is news. */
  add(key: string): void {
    if (this.stopped) return;
    this.delayed.get(key)?.();
    this.delayed.delete(key);
    if (this.running.has(key)) this.again.add(key);
    else this.waiting.add(key);
    this.pump();
  }

  /** Puts a key in line after some milliseconds, unless it is added before. */
  addAfter(key: string, milliseconds: number): void {
    if (this.stopped || this.waiting.has(key)) return;
    this.delayed.get(key)?.();
    const cancel = this.options.timers.after(milliseconds, () => {
      this.delayed.delete(key);
      this.add(key);
    });
    this.delayed.set(key, cancel);
  }

  /** Resolves when nothing is in line or being worked on; delayed keys do not count. */
  async idle(): Promise<void> {
    while (this.waiting.size + this.running.size > 0) {
      await new Promise<void>((resolve) => this.idleWaiters.push(resolve));
    }
  }

  /** Takes no more keys, forgets those in line, and waits for those being worked on. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    for (const cancel of this.delayed.values()) cancel();
    this.delayed.clear();
    await this.idle();
  }

  private pump(): void {
    const concurrency = this.options.concurrency ?? 5;
    for (const key of this.waiting) {
      if (this.running.size >= concurrency) return;
      this.waiting.delete(key);
      this.running.add(key);
      void this.handle(key);
    }
  }

  private async handle(key: string): Promise<void> {
    try {
      await this.options.work(key);
      this.failures.delete(key);
    } catch (error) {
      this.retry(key, error);
    }
    this.running.delete(key);
    if (this.again.delete(key) && !this.stopped) this.waiting.add(key);
    this.pump();
    if (this.waiting.size + this.running.size === 0) for (const wake of this.idleWaiters.splice(0)) wake();
  }

  private retry(key: string, error: unknown): void {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    const { firstDelay = 20, longestDelay = 60_000 } = this.options;
    const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
    this.options.onError?.(error, key, delay);
    this.addAfter(key, delay);
  }
}
