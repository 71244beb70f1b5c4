/** Messages between the thread of an engine and the thread of the server. */
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { DataFolderError } from "../../dataFolderError.ts";
import { StorageError, type StorageFault } from "../../storageError.ts";
import type { SqliteProgram } from "../wasm/sqlJs.ts";
import type { Engine } from "./engine.ts";
import { Rejected } from "./groupCommit.ts";

/** The data with which the thread is started. */
export interface EngineStart {
  readonly file: string;
  readonly syncs: boolean | undefined;
  readonly reserve: number | undefined;
  readonly readOnly: boolean | undefined;
  /** Passed along because in a packaged application only the main thread can read files of the application. */
  readonly program: SqliteProgram;
}

/** The methods of an engine that are called across threads. */
export type EngineMethod = Exclude<keyof Engine, "revision" | "compacted">;

export interface EngineCall {
  readonly id: number;
  readonly method: EngineMethod;
  readonly args: readonly unknown[];
}

/** The log's position after a call. */
export interface EngineState {
  readonly revision: number;
  readonly compacted: number;
}

export type EngineAnswer =
  | { readonly type: "opened"; readonly state: EngineState }
  | { readonly type: "refused"; readonly error: PlainError }
  | { readonly type: "done"; readonly id: number; readonly state: EngineState; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly state: EngineState; readonly error: PlainError }
  | { readonly type: "fault"; readonly error: PlainError | undefined };

/** An error as it is sent between threads, which preserve neither classes nor their fields. */
export interface PlainError {
  readonly kind: "storage" | "folder" | "type" | "other";
  readonly message: string;
  readonly fault?: StorageFault;
  readonly outcome?: "nothing" | "unknown";
}

export function plainError(error: unknown): PlainError {
  if (error instanceof StorageError) {
    return { kind: "storage", message: error.message, fault: error.fault, outcome: error.outcome };
  }
  if (error instanceof DataFolderError) return { kind: "folder", message: error.message };
  if (error instanceof TypeError) return { kind: "type", message: error.message };
  return { kind: "other", message: messageOf(error) };
}

export function errorOf({ kind, message, fault = "failing", outcome }: PlainError): Error {
  if (kind === "storage") return new StorageError(fault, message, undefined, outcome);
  if (kind === "folder") return new DataFolderError(message);
  return kind === "type" ? new TypeError(message) : new Error(message);
}

/** The outcome of one of a group's batches, as it is sent between threads. */
export type PlainOutcome<T> = { readonly outcome: T } | { readonly rejected: PlainError };

export const plainOutcome = <T>(outcome: T | Rejected): PlainOutcome<T> =>
  outcome instanceof Rejected ? { rejected: plainError(outcome.error) } : { outcome };

export const outcomeOf = <T>(plain: PlainOutcome<T>): T | Rejected =>
  "rejected" in plain ? new Rejected(errorOf(plain.rejected)) : plain.outcome;
