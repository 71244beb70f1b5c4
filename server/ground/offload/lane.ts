import { Worker } from "node:worker_threads";
import { LARGE } from "../../../shared/json/largeMaps.ts";
import { partsOf } from "../../../shared/json/partsOf.ts";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import { programText } from "../threads/program.ts";
import { inTurns } from "../turns/turns.ts";
import {
  type JobMessage,
  KEPT_DEFINITIONS,
  KEPT_SUBJECTS,
  type Packed,
  type ResultMessage,
  type SharedValue,
} from "./messages.ts";
import { Shelf } from "./shelf.ts";

/** Mebibytes of heap that one worker may have. */
const HEAP = 384;

/** One piece of work for a worker. All of it is cloned when it is sent, and not before: it must be data that JSON can say. */
export interface Job {
  /** Name in the worker's table. */
  readonly task: string;
  /** Sent once as long as it is the same object; must not change any more. */
  readonly definition: object;
  /** The same for what several jobs judge, one after the other. */
  readonly subject: object;
  readonly input: unknown;
  /** The answers that the task has got so far. */
  readonly answers: readonly unknown[];
}

/** A worker ended before the job did. */
export class WorkerLostError extends Error {
  /** The worker ran out of memory, possibly because of what it kept of other jobs. */
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

/** One worker, and the values that it keeps. It does one job at a time and is discarded after an error. */
export class Lane {
  readonly #worker: Worker;
  readonly #definitions = new Shelf<true>(KEPT_DEFINITIONS);
  readonly #subjects = new Shelf<true>(KEPT_SUBJECTS);
  #settle: ((result: ResultMessage | WorkerLostError) => void) | undefined;
  #jobs = 0;
  #isLost = false;

  constructor() {
    this.#worker = new Worker(programText("evaluator"), {
      eval: true,
      name: "evaluator",
      stdin: false,
      // It does not get the flags of this process, and holds no secrets.
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

  /** How many jobs it was given. */
  get jobs(): number {
    return this.#jobs;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws WorkerLostError, or Error with what went wrong inside the worker */
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

  /** Ends the worker, whatever it does. @param why the message for its job */
  end(why: string): void {
    this.#lose(new WorkerLostError(why, false));
    void this.#worker.terminate();
  }

  #lose(error: WorkerLostError): void {
    this.#isLost = true;
    this.#settle?.(error);
  }
}

async function shared(shelf: Shelf<true>, value: object): Promise<SharedValue> {
  const key = keyOf(value);
  const message = shelf.has(key) ? { key } : { key, packed: await packed(value) };
  shelf.put(key, true);
  return message;
}

async function packed(value: unknown): Promise<Packed> {
  return partsOf(value, LARGE) <= LARGE ? { value } : { json: await inTurns(stringifyInSteps(value)) };
}
