import { Worker } from "node:worker_threads";
import { ApiError, internalError, timeout, tooLargeBody, tooManyRequests } from "../../../../shared/status.ts";
import { programText } from "../../../ground/threads/program.ts";
import { YamlSyntaxError } from "../yamlReader/yamlError.ts";
import type { YamlJob, YamlOutcome } from "./job.ts";

export interface PoolOptions {
  /** Threads at most. */
  readonly threads: number;
  /** Texts that may wait for one. */
  readonly waiting: number;
  /** How long one text may take: milliseconds. */
  readonly time: number;
  /** How much memory a thread may take: MiB. */
  readonly memory: number;
  /** How long a thread waits for the next text before it ends: milliseconds. */
  readonly idle: number;
}

/** The longest text without nesting takes about ten seconds and 800 MiB; more is an attack or a busy machine. */
const DEFAULTS: PoolOptions = { threads: 2, waiting: 64, time: 45_000, memory: 1024, idle: 5_000 };

export type YamlResult = Extract<YamlOutcome, { readonly json: string }>;

interface Waiting {
  readonly job: YamlJob;
  readonly signal: AbortSignal;
  /** Takes it out of the queue when its request ends. */
  readonly forget: () => void;
  readonly resolve: (outcome: YamlResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Threads that parse YAML: started when there is a text to parse, ended after a while without one. The shortest text is
 * next, so that a few long ones do not keep all others waiting. A thread whose request has ended, or that takes too
 * long, is ended with it.
 */
export class YamlPool {
  readonly #options: PoolOptions;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Thread[] = [];
  #threads = 0;

  constructor(options: Partial<PoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** How many threads there are. */
  get threads(): number {
    return this.#threads;
  }

  /**
   * @param signal ends the work when its request ends
   * @throws YamlSyntaxError, and ApiError: 400 for text that nests too deeply, 413 for what takes too much memory, 429 when
   *   too many texts wait, 504 for what takes too long; the signal's reason when it aborts
   */
  parse(job: YamlJob, signal: AbortSignal): Promise<YamlResult> {
    signal.throwIfAborted();
    if (this.#waiting.length >= this.#options.waiting) {
      throw tooManyRequests("too many large YAML bodies are waiting to be parsed, please try again later", 1);
    }
    return new Promise((resolve, reject) => {
      const forget = (): void => this.#forget(entry);
      const entry: Waiting = { job, signal, forget, resolve, reject };
      signal.addEventListener("abort", forget, { once: true });
      const at = this.#waiting.findIndex((other) => other.job.text.length > job.text.length);
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, entry);
      this.#serve();
    });
  }

  #forget(entry: Waiting): void {
    const at = this.#waiting.indexOf(entry);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    entry.reject(entry.signal.reason);
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop() ?? this.#start();
      if (thread === undefined) return;
      const entry = this.#waiting.shift();
      if (entry === undefined) return;
      entry.signal.removeEventListener("abort", entry.forget);
      void thread.run(entry, this.#options.time).then((alive) => {
        if (alive) this.#rest(thread);
        this.#serve();
      });
    }
  }

  #start(): Thread | undefined {
    if (this.#threads >= this.#options.threads) return undefined;
    this.#threads += 1;
    return new Thread(this.#options.memory, (thread) => {
      this.#threads -= 1;
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#serve();
    });
  }

  #rest(thread: Thread): void {
    this.#idle.push(thread);
    thread.endAfter(this.#options.idle, () => this.#idle.includes(thread));
  }
}

/** One thread. It never keeps the process from ending. */
class Thread {
  readonly #worker: Worker;
  #timer: NodeJS.Timeout | undefined;

  constructor(memory: number, onExit: (thread: Thread) => void) {
    this.#worker = new Worker(programText("yamlParser"), {
      eval: true,
      name: "yaml",
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    this.#worker.unref();
    // The job's own listener reports errors while it parses.
    this.#worker.on("error", () => undefined);
    this.#worker.on("exit", () => onExit(this));
  }

  /** Ends the thread after a while without work. */
  endAfter(time: number, isIdle: () => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (isIdle()) void this.#worker.terminate();
    }, time);
    this.#timer.unref();
  }

  /** Settles the entry. @returns whether the thread can take another one */
  run({ job, signal, resolve, reject }: Waiting, time: number): Promise<boolean> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    return new Promise((done) => {
      const finish = (alive: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        worker.off("message", onMessage);
        worker.off("error", onError);
        worker.unref();
        if (!alive) void worker.terminate();
        done(alive);
      };
      const onAbort = (): void => {
        reject(signal.reason);
        finish(false);
      };
      const onMessage = (outcome: YamlOutcome): void => {
        if ("json" in outcome) resolve(outcome);
        else if (outcome.code === undefined) reject(new YamlSyntaxError(outcome.error));
        else reject(new ApiError(outcome.code, "BadRequest", outcome.error));
        finish(true);
      };
      const onError = (error: NodeJS.ErrnoException): void => {
        reject(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? tooLargeBody("the YAML of the body needs too much memory to be parsed")
            : internalError("the YAML of the body could not be parsed"),
        );
        finish(false);
      };
      const timer = setTimeout(() => {
        reject(timeout("the YAML of the body takes too long to be parsed"));
        finish(false);
      }, time);
      signal.addEventListener("abort", onAbort, { once: true });
      worker.on("message", onMessage);
      worker.on("error", onError);
      worker.ref();
      worker.postMessage(job);
    });
  }
}
