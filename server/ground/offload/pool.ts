/** Runs jobs that would block the event loop in workers: a bounded number at a time, serving users in turn. */
import { availableParallelism } from "node:os";
import { FairQueue } from "./fairQueue.ts";
import { type Job, Lane, WorkerLostError } from "./lane.ts";

/** Maximum milliseconds of one job. */
const JOB_TIMEOUT = 30_000;
/** Milliseconds after which an idle worker is ended. */
const IDLE_TIMEOUT = 30_000;
const MAX_LANES = 4;

export interface JobOptions {
  /** The owner of the job: owners are served in turn, so jobs of one owner mainly delay each other. */
  readonly owner: string;
  /**
   * The request of the job: the job ends with it. The signal is created on first access, which is when there is a job.
   */
  readonly inFlight?: { readonly signal: AbortSignal } | undefined;
}

export interface PoolOptions {
  /** Maximum number of concurrent jobs. Default: one less than the number of processors, and at most four. */
  readonly lanes?: number;
  readonly jobTimeout?: number;
  readonly idleTimeout?: number;
}

interface Waiting {
  readonly job: Job;
  readonly owner: string;
  start(lane: Lane): void;
}

/**
 * Workers that are started when there is work and ended after some idle time.
 *
 * Memory: a waiting job references only what its request references anyway. Only jobs in progress (as many as there are
 * lanes) are cloned, into heaps of a fixed size.
 */
export class Pool {
  readonly #lanes: number;
  readonly #jobTimeout: number;
  readonly #idleTimeout: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #idle: { readonly lane: Lane; readonly timer: NodeJS.Timeout }[] = [];
  #busy = 0;

  constructor(options: PoolOptions = {}) {
    this.#lanes = options.lanes ?? Math.max(1, Math.min(MAX_LANES, availableParallelism() - 1));
    this.#jobTimeout = options.jobTimeout ?? JOB_TIMEOUT;
    this.#idleTimeout = options.idleTimeout ?? IDLE_TIMEOUT;
  }

  /**
   * Resolves with the result of the job's task.
   * @throws WorkerLostError when it took too long or too much memory, the signal's reason, or Error when the task
   *   failed
   */
  async run(job: Job, options: JobOptions): Promise<unknown> {
    try {
      return await this.#attempt(job, options);
    } catch (error) {
      if (!(error instanceof UsedUpError)) throw error;
      return await this.#attempt(job, options);
    }
  }

  /** Ends idle workers; others end with their job. */
  close(): void {
    for (const { lane, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      lane.end("the pool was closed");
    }
  }

  #attempt(job: Job, { owner, inFlight }: JobOptions): Promise<unknown> {
    const signal = inFlight?.signal;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const waiting: Waiting = {
        job,
        owner,
        start: (lane) => {
          signal?.removeEventListener("abort", leave);
          this.#perform(lane, job, signal).then(resolve, reject);
        },
      };
      const leave = (): void => {
        if (this.#queue.remove(owner, waiting)) reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.add(owner, waiting);
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#busy < this.#lanes) {
      const next = this.#queue.take();
      if (next === undefined) return;
      this.#busy += 1;
      next.start(this.#freeLane());
    }
  }

  #freeLane(): Lane {
    for (;;) {
      const free = this.#idle.pop();
      if (free === undefined) return new Lane();
      clearTimeout(free.timer);
      if (!free.lane.isLost) return free.lane;
    }
  }

  async #perform(lane: Lane, job: Job, signal: AbortSignal | undefined): Promise<unknown> {
    const isFresh = lane.jobs === 0;
    const stop = (): void => lane.end("the request ended");
    const timer = setTimeout(() => lane.end(`it took longer than ${this.#jobTimeout / 1000} s`), this.#jobTimeout);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await lane.run(job);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      // The values that the worker kept from other jobs may have used up the memory.
      if (error instanceof WorkerLostError && error.outOfMemory && !isFresh) throw new UsedUpError();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      this.#busy -= 1;
      if (!lane.isLost) this.#rest(lane);
      this.#fill();
    }
  }

  #rest(lane: Lane): void {
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((each) => each.lane === lane);
      this.#idle.splice(at, 1);
      lane.end("it had nothing to do");
    }, this.#idleTimeout);
    timer.unref();
    this.#idle.push({ lane, timer });
  }
}

/** Thrown when a worker that had executed other jobs ran out of memory: a fresh one may have enough. */
class UsedUpError extends Error {}

/** The workers of this process: all servers in it share the machine's processors. */
export const pool = new Pool();
