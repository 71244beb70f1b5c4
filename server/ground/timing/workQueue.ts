import { Fifo } from "../../../shared/collections/fifo.ts";
import type { PauseGate } from "./pauseGate.ts";
import { RetryPace, type RetryRate } from "./retryPace.ts";
import type { Timers } from "./timers.ts";

/** Observes what happens to the keys of a queue. */
export interface QueueObserver {
  /** Called when a key is enqueued, even if it is already in line. */
  asked?(key: string): void;
  /** Called when a key becomes pending that was not. */
  added(key: string): void;
  /** Wraps the work on a key; by default the work is just run. */
  around?(key: string, work: () => Promise<void>): Promise<void>;
  started(key: string): void;
  done(key: string): void;
  /** Called when a key is retried because its work failed. */
  retried(): void;
  /** Called when the queue stops and drops its pending keys. */
  stopped(): void;
}

export interface WorkQueueOptions {
  readonly timers: Timers;
  /** Handles one key. After a rejection, the key is retried with a delay that doubles each time. */
  work(key: string): Promise<void>;
  /** Called for every failure; `delay` is the time until the next attempt in milliseconds. */
  onError?(error: unknown, key: string, delay: number): void;
  /** Maximum number of keys that are handled concurrently. Default 5. */
  readonly concurrency?: number;
  /** First delay after a failure, in milliseconds. Default 20. */
  readonly firstDelay?: number;
  /** Longest delay, in milliseconds. Default 60 seconds. */
  readonly longestDelay?: number;
  /** The limit of retries of all keys together: many failing keys must not keep the process busy. Default: none. */
  readonly retryRate?: RetryRate;
  /** The gate that each key passes before it is handled. Default: none. */
  readonly gate?: PauseGate | undefined;
  /** Default: none. */
  readonly observer?: QueueObserver | undefined;
}

/** A delayed key. */
interface Delay {
  /** On the clock of the timers. */
  readonly due: number;
  readonly cancel: () => void;
}

/**
 * A queue of keys. A key is never handled twice at the same time: when added while it is being handled, it is handled
 * again afterwards; when added several times before, once. Failures are retried with exponential backoff. The cost of
 * an operation does not depend on the number of keys.
 */
export class WorkQueue {
  private readonly options: WorkQueueOptions;
  private readonly waiting = new Set<string>();
  /** The pending keys in order. */
  private readonly line = new Fifo<string>();
  private readonly running = new Set<string>();
  private readonly again = new Set<string>();
  private readonly delayed = new Map<string, Delay>();
  private readonly failures = new Map<string, number>();
  private readonly idleWaiters: (() => void)[] = [];
  private readonly keyWaiters = new Map<string, (() => void)[]>();
  private readonly pace: RetryPace | undefined;
  private stopped = false;

  constructor(options: WorkQueueOptions) {
    this.options = options;
    this.pace = options.retryRate && new RetryPace(options.retryRate);
  }

  /** Enqueues a key, and cancels its pending delay. */
  add(key: string): void {
    if (this.stopped) return;
    this.options.observer?.asked?.(key);
    this.forgetDelay(key);
    if (this.waiting.has(key) || this.again.has(key)) return;
    this.options.observer?.added(key);
    if (this.running.has(key)) this.again.add(key);
    else this.enqueue(key);
    this.pump();
  }

  /** Enqueues a key after a delay, unless it is due sooner anyway; at once when the delay is not positive. */
  addAfter(key: string, milliseconds: number): void {
    if (this.stopped || this.waiting.has(key) || this.again.has(key)) return;
    if (!(milliseconds > 0)) {
      this.add(key);
      return;
    }
    const { timers } = this.options;
    const due = timers.now + milliseconds;
    const known = this.delayed.get(key);
    if (known !== undefined && known.due <= due) return;
    known?.cancel();
    const cancel = timers.after(milliseconds, () => {
      this.delayed.delete(key);
      this.add(key);
    });
    this.delayed.set(key, { due, cancel });
  }

  /** Resolves when no key (or not the given one) is pending or being handled; delayed keys are ignored. */
  async idle(key?: string): Promise<void> {
    if (key === undefined) {
      while (this.waiting.size + this.running.size > 0) {
        await new Promise<void>((resolve) => this.idleWaiters.push(resolve));
      }
      return;
    }
    if (!this.waiting.has(key) && !this.running.has(key)) return;
    await new Promise<void>((resolve) => {
      const waiters = this.keyWaiters.get(key);
      if (waiters === undefined) this.keyWaiters.set(key, [resolve]);
      else waiters.push(resolve);
    });
  }

  /** Resolves when every key that is pending or being handled now has been handled, whatever is added meanwhile. */
  async caughtUp(): Promise<void> {
    await Promise.all([...this.waiting, ...this.running].map((key) => this.idle(key)));
  }

  /** Accepts no more keys, drops the pending ones, and waits for those being handled. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const key of this.waiting) this.wake(key);
    this.waiting.clear();
    this.line.clear();
    this.again.clear();
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.options.observer?.stopped();
    this.options.gate?.releaseAll();
    await this.idle();
  }

  private enqueue(key: string): void {
    this.waiting.add(key);
    this.line.push(key);
  }

  private pump(): void {
    const concurrency = this.options.concurrency ?? 5;
    while (this.running.size < concurrency) {
      const key = this.line.shift();
      if (key === undefined) return;
      this.waiting.delete(key);
      this.running.add(key);
      this.options.observer?.started(key);
      void this.handle(key);
    }
  }

  private async handle(key: string): Promise<void> {
    try {
      const held = this.options.gate?.pass();
      if (held !== undefined) await held;
      // A key that was blocked at the gate until the queue stopped is not handled.
      if (held === undefined || !this.stopped) await this.work(key);
      this.failures.delete(key);
    } catch (error) {
      this.retry(key, error);
    } finally {
      this.running.delete(key);
      this.options.observer?.done(key);
      if (this.again.delete(key)) this.enqueue(key);
      else this.wake(key);
      this.pump();
      if (this.waiting.size + this.running.size === 0) for (const wake of this.idleWaiters.splice(0)) wake();
    }
  }

  private work(key: string): Promise<void> {
    const { observer, work } = this.options;
    return observer?.around === undefined ? work(key) : observer.around(key, () => work(key));
  }

  private wake(key: string): void {
    const waiters = this.keyWaiters.get(key);
    this.keyWaiters.delete(key);
    for (const wake of waiters ?? []) wake();
  }

  private retry(key: string, error: unknown): void {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    const { timers, firstDelay = 20, longestDelay = 60_000 } = this.options;
    const own = Math.min(firstDelay * 2 ** failures, longestDelay);
    const delay = Math.max(own, this.pace?.reserve(timers.now) ?? 0);
    this.addAfter(key, delay);
    this.options.observer?.retried();
    try {
      this.options.onError?.(error, key, delay);
    } catch {
      // A failing error handler must not stop the queue.
    }
  }

  private forgetDelay(key: string): void {
    this.delayed.get(key)?.cancel();
    this.delayed.delete(key);
  }
}
