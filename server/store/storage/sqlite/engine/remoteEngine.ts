import { Worker } from "node:worker_threads";
import type { KeyRange, KeyValue, RangeOptions, RangeResult } from "../../storage.ts";
import { StorageError } from "../../storageError.ts";
import type { ExpiredKeys } from "../database/expiry.ts";
import type { Changes } from "../database/history.ts";
import { sqliteProgram } from "../wasm/sqlJs.ts";
import type { BatchOutcome } from "./batch.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import {
  type EngineAnswer,
  type EngineCall,
  type EngineMethod,
  type EngineStart,
  type EngineState,
  errorOf,
  outcomeOf,
  type PlainOutcome,
} from "./engineMessages.ts";
import type { Batch, EngineOperation } from "./engineOperation.ts";
import type { Rejected } from "./groupCommit.ts";

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface RemoteEngineOptions extends Omit<EngineOptions, "disk" | "now"> {
  /** The source text of the thread's program. */
  readonly program: string;
}

/**
 * An engine in a separate thread: waits for the disk, checkpoints and copies block only the callers that await them.
 */
export class RemoteEngine implements Engine {
  readonly #worker: Worker;
  readonly #file: string;
  readonly #pending = new Map<number, Pending>();
  #state: EngineState;
  #lastId = 0;
  /** The error with which all further calls fail; undefined while the thread works. */
  #lost: Error | undefined;

  private constructor(worker: Worker, state: EngineState, { file, onFault }: RemoteEngineOptions) {
    this.#worker = worker;
    this.#state = state;
    this.#file = file;
    worker.on("message", (answer: EngineAnswer) => {
      if (answer.type === "fault") onFault?.(answer.error && (errorOf(answer.error) as StorageError));
      else if (answer.type === "done" || answer.type === "failed") this.#settle(answer);
    });
    worker.on("error", (error) => this.#lose(error));
    worker.on("exit", () => this.#lose(new Error("its thread has ended")));
  }

  /** See `LocalEngine.open`. */
  static async open(options: RemoteEngineOptions): Promise<RemoteEngine> {
    const { file, syncs, reserve, readOnly, program, onFault } = options;
    const start: EngineStart = { file, syncs, reserve, readOnly, program: await sqliteProgram() };
    return new Promise((resolve, reject) => {
      const worker = new Worker(program, { eval: true, name: "store", stdin: false, execArgv: [], workerData: start });
      const ended = (): void => reject(new Error("the thread of the store has ended"));
      const begin = (answer: EngineAnswer): void => {
        // A fault while opening is only reported; the opening continues.
        if (answer.type === "fault") {
          onFault?.(answer.error && (errorOf(answer.error) as StorageError));
          return;
        }
        worker.off("message", begin).off("error", reject).off("exit", ended);
        if (answer.type === "opened") resolve(new RemoteEngine(worker, answer.state, options));
        else if (answer.type === "refused") void worker.terminate().then(() => reject(errorOf(answer.error)));
      };
      worker.on("message", begin).on("error", reject).on("exit", ended);
    });
  }

  get revision(): number {
    return this.#state.revision;
  }

  get compacted(): number {
    return this.#state.compacted;
  }

  get(key: string, revision?: number): Promise<KeyValue | undefined> {
    return this.#call("get", key, revision) as Promise<KeyValue | undefined>;
  }

  range(options: RangeOptions): Promise<RangeResult> {
    return this.#call("range", options) as Promise<RangeResult>;
  }

  count(range: KeyRange): Promise<number> {
    return this.#call("count", range) as Promise<number>;
  }

  changes(prefix: string, after: number): Promise<Changes> {
    return this.#call("changes", prefix, after) as Promise<Changes>;
  }

  async commit(batches: readonly Batch[], time: number): Promise<readonly (BatchOutcome | Rejected)[]> {
    const outcomes = await this.#call("commit", batches.map(withoutAttachments), time);
    return (outcomes as readonly PlainOutcome<BatchOutcome>[]).map(outcomeOf);
  }

  markCompacted(revision: number): Promise<void> {
    return this.#call("markCompacted", revision) as Promise<void>;
  }

  compactSome(): Promise<boolean> {
    return this.#call("compactSome") as Promise<boolean>;
  }

  checkpoint(): Promise<void> {
    return this.#call("checkpoint") as Promise<void>;
  }

  revisionAt(time: number): Promise<number | undefined> {
    return this.#call("revisionAt", time) as Promise<number | undefined>;
  }

  expired(time: number): Promise<ExpiredKeys> {
    return this.#call("expired", time) as Promise<ExpiredKeys>;
  }

  writable(): Promise<boolean> {
    return this.#call("writable") as Promise<boolean>;
  }

  save(file: string): Promise<void> {
    return this.#call("save", file) as Promise<void>;
  }

  async close(): Promise<void> {
    await this.#call("close");
    await this.#worker.terminate();
  }

  #call(method: EngineMethod, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    const id = ++this.#lastId;
    const message: EngineCall = { id, method, args };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  #settle(answer: Extract<EngineAnswer, { type: "done" | "failed" }>): void {
    this.#state = answer.state;
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.type === "done") pending?.resolve(answer.value);
    else pending?.reject(errorOf(answer.error));
  }

  /** Fails all pending requests; their outcome is unknown. */
  #lose(cause: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = new StorageError(
      "failing",
      `${this.#file}: the store has broken off: ${cause.message}`,
      cause,
      "unknown",
    );
    for (const { reject } of this.#pending.values()) reject(this.#lost);
    this.#pending.clear();
  }
}

/** Attachments stay in this thread. */
const withoutAttachments = (batch: Batch): Batch =>
  batch.map((operation): EngineOperation => {
    if (operation.type === "delete") return operation;
    const { attachment: _, ...rest } = operation;
    return rest;
  });
