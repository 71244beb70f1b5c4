import { Worker } from "node:worker_threads";
import { ApiError, internalError, timeout, tooLargeBody, tooManyRequests } from "../../../../shared/status.ts";
import { programText } from "../../../ground/threads/program.ts";
import { YamlSyntaxError } from "../yamlReader/yamlError.ts";
import type { YamlJob, YamlOutcome } from "./job.ts";

export interface PoolOptions {
  /** Maximum number of threads. */
  readonly threads: number;
  /** Maximum number of waiting texts. */
  readonly waiting: number;
  /** Time limit of one text, in milliseconds. */
  readonly time: number;
  /** Memory limit of a thread, in MiB. */
  readonly memory: number;
  /** Milliseconds that an idle thread waits for the next text before it ends. */
  readonly idle: number;
}

/**
 * The longest text without nesting takes about ten seconds and 800 MiB; more than that is an attack or an overloaded
 * machine.
 */
const DEFAULTS: PoolOptions = { threads: 2, waiting: 64, time: 45_000, memory: 1024, idle: 5_000 };

export type YamlResult = Extract<YamlOutcome, { readonly json: string }>;

interface Waiting {
  readonly job: YamlJob;
  readonly signal: AbortSignal;
  /** Removes the text from the queue when its request ends. */
  readonly forget: () => void;
  readonly resolve: (outcome: YamlResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A pool of threads that parse YAML: started on demand, ended when idle for a while. The shortest text is parsed next,
 * so that a few long ones do not delay all others. When a request ends or a text takes too long, its thread is
 * terminated.
 */
export class YamlPool {
  readonly #options: PoolOptions;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Thread[] = [];
  #threads = 0;

  constructor(options: Partial<PoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** The number of threads. */
  get threads(): number {
    return this.#threads;
  }

  /**
   * @param signal cancels the work when its request ends
   * @throws YamlSyntaxError, and ApiError: 400 for text that nests too deeply, 413 for text that takes too much memory,
   * 429 when too many texts wait, 504 for text that takes too long; the signal's reason when it aborts
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

/** One thread. It never keeps the process alive. */
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
    // While a job is running, the job's own listener reports errors.
    this.#worker.on("error", () => undefined);
    this.#worker.on("exit", () => onExit(this));
  }

  /** Ends the thread after it has been idle for a while. */
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
