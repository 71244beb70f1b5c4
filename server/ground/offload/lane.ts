import { Worker } from "node:worker_threads";
import { LARGE } from "../../../shared/json/largeMaps.ts";
import { partsOf } from "../../../shared/json/partsOf.ts";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import { programText } from "../threads/program.ts";
import { inTurns } from "../turns/turns.ts";
import { LatestValues } from "./latestValues.ts";
import {
  CACHED_DEFINITIONS,
  CACHED_SUBJECTS,
  type JobMessage,
  type Packed,
  type ResultMessage,
  type SharedValue,
} from "./messages.ts";

/** Maximum heap of one worker, in MiB. */
const HEAP = 384;

/**
 * One piece of work for a worker. All of it is cloned when it is sent, and not before: it must be data that can be
 * expressed in JSON.
 */
export interface Job {
  /** Name of the task in the worker's table. */
  readonly task: string;
  /** Sent only once per object; it must not change any more. */
  readonly definition: object;
  /** The same for the subject that several consecutive jobs evaluate. */
  readonly subject: object;
  readonly input: unknown;
  /** The answers that the task has received so far. */
  readonly answers: readonly unknown[];
}

/** Thrown when a worker ended before its job did. */
export class WorkerLostError extends Error {
  /** Whether the worker ran out of memory, possibly because of values kept from other jobs. */
  readonly outOfMemory: boolean;

  constructor(message: string, outOfMemory: boolean) {
    super(message);
    this.name = "WorkerLostError";
    this.outOfMemory = outOfMemory;
  }
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

function keyOf(value: object): number {
  let key = keys.get(value);
  if (key === undefined) {
    lastKey += 1;
    key = lastKey;
    keys.set(value, key);
  }
  return key;
}

/** One worker, and the values that it keeps. It executes one job at a time and is discarded after an error. */
export class Lane {
  readonly #worker: Worker;
  readonly #definitions = new LatestValues<true>(CACHED_DEFINITIONS);
  readonly #subjects = new LatestValues<true>(CACHED_SUBJECTS);
  #settle: ((result: ResultMessage | WorkerLostError) => void) | undefined;
  #jobs = 0;
  #isLost = false;

  constructor() {
    this.#worker = new Worker(programText("evaluator"), {
      eval: true,
      name: "evaluator",
      stdin: false,
      // The worker does not get the flags of this process, and contains no secrets.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    this.#worker.unref();
    this.#worker.on("message", (result: ResultMessage) => this.#settle?.(result));
    this.#worker.on("error", (error: Error & { code?: string }) =>
      this.#lose(new WorkerLostError(error.message, error.code === "ERR_WORKER_OUT_OF_MEMORY")),
    );
    this.#worker.on("exit", () => this.#lose(new WorkerLostError("the worker ended", false)));
  }

  /** Number of jobs that it was given. */
  get jobs(): number {
    return this.#jobs;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws WorkerLostError, or Error with the message of a failure inside the worker */
  async run({ task, definition, subject, input, answers }: Job): Promise<unknown> {
    this.#jobs += 1;
    this.#worker.ref();
    try {
      const ended = new Promise<ResultMessage | WorkerLostError>((resolve) => {
        this.#settle = resolve;
      });
      const message: JobMessage = {
        task,
        definition: await shared(this.#definitions, definition),
        subject: await shared(this.#subjects, subject),
        input: await packed(input),
        answers,
      };
      this.#worker.postMessage(message);
      const result = await ended;
      if (result instanceof WorkerLostError) throw result;
      if ("failure" in result) throw new Error(result.failure);
      return result.value;
    } finally {
      this.#settle = undefined;
      this.#worker.unref();
    }
  }

  /** Ends the worker, whatever it is doing. @param detail the error message for its job */
  end(detail: string): void {
    this.#lose(new WorkerLostError(detail, false));
    void this.#worker.terminate();
  }

  #lose(error: WorkerLostError): void {
    this.#isLost = true;
    this.#settle?.(error);
  }
}

async function shared(cache: LatestValues<true>, value: object): Promise<SharedValue> {
  const key = keyOf(value);
  const message = cache.has(key) ? { key } : { key, packed: await packed(value) };
  cache.put(key, true);
  return message;
}

async function packed(value: unknown): Promise<Packed> {
  return partsOf(value, LARGE) <= LARGE ? { value } : { json: await inTurns(stringifyInSteps(value)) };
}
