import { Fifo } from "../../../shared/collections/fifo.ts";
import type { Gate } from "./gate.ts";
import type { Timers } from "./timers.ts";

/** Observes what happens to the keys of a queue. */
export interface QueueObserver {
  /** A caller enqueues a key, whether it is in line already or not. */
  asked?(key: string): void;
  /** A key is to be worked on, and was not yet. */
  added(key: string): void;
  /** Does the work on a key; default as it is. */
  around?(key: string, work: () => Promise<void>): Promise<void>;
  started(key: string): void;
  done(key: string): void;
  /** A key comes again because its work failed. */
  retried(): void;
  /** What is in line will not be worked on. */
  stopped(): void;
}

export interface WorkQueueOptions {
  readonly timers: Timers;
  /** Handles one key. A rejection puts it back with a delay that doubles each time. */
  work(key: string): Promise<void>;
  /** Called for every failure; `delay` is the time until the next try in milliseconds. */
  onError?(error: unknown, key: string, delay: number): void;
  /** How many keys are worked on at the same time. Default 5. */
  readonly concurrency?: number;
  /** First delay after a failure, in milliseconds. Default 20. */
  readonly firstDelay?: number;
  /** Longest delay, in milliseconds. Default 60 seconds. */
  readonly longestDelay?: number;
  /** The gate that each key passes before it is worked on. Default: none. */
  readonly gate?: Gate | undefined;
  /** Default: none. */
  readonly observer?: QueueObserver | undefined;
}

/** A key that comes later. */
interface Delay {
  /** By the clock of the timers. */
  readonly due: number;
  readonly cancel: () => void;
}

/**
 * A queue of keys. A key is never worked on twice at the same time; added while it is, it is worked on again
 * afterwards; added several times before, once. Failures are retried with exponential backoff. The cost of a step does
 * not depend on the number of keys.
 */
export class WorkQueue {
  private readonly options: WorkQueueOptions;
  private readonly waiting = new Set<string>();
  /** The same keys in their order. */
  private readonly line = new Fifo<string>();
  private readonly running = new Set<string>();
  private readonly again = new Set<string>();
  private readonly delayed = new Map<string, Delay>();
  private readonly failures = new Map<string, number>();
  private readonly idleWaiters: (() => void)[] = [];
  private readonly keyWaiters = new Map<string, (() => void)[]>();
  private stopped = false;

  constructor(options: WorkQueueOptions) {
    this.options = options;
  }

  /** Puts a key in line, and cancels its pending delay. */
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

  /** Puts a key in line after some milliseconds, unless it comes sooner anyway; at once for zero, or less. */
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

  /** Resolves when no key, or not the given one, is in line or being worked on; delayed keys do not count. */
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

  /** Resolves when every key that is in line or being worked on now has been, whatever is added meanwhile. */
  async caughtUp(): Promise<void> {
    await Promise.all([...this.waiting, ...this.running].map((key) => this.idle(key)));
  }

  /** Takes no more keys, forgets those in line, and waits for those being worked on. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const key of this.waiting) this.wake(key);
    this.waiting.clear();
    this.line.clear();
    this.again.clear();
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.options.observer?.stopped();
    this.options.gate?.letAll();
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
      // A worker that was held up until the queue stopped has nothing to do any more.
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
    const { firstDelay = 20, longestDelay = 60_000 } = this.options;
    const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
    this.addAfter(key, delay);
    this.options.observer?.retried();
    try {
      this.options.onError?.(error, key, delay);
    } catch {
      // A failing error handler must not stop the work.
    }
  }

  private forgetDelay(key: string): void {
    this.delayed.get(key)?.cancel();
    this.delayed.delete(key);
  }
}
