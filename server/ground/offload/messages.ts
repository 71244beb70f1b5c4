/** The messages between the server's thread and its workers; everything is cloned. */
import { parseJson } from "../../../shared/json/parseJson.ts";

/** A value, or its JSON: cloning a large value blocks the event loop, printing it as JSON does not. */
export type Packed = { readonly value: unknown } | { readonly json: string };

/** Restores a packed value. */
export const unpack = (packed: Packed): unknown => ("json" in packed ? parseJson(packed.json) : packed.value);

/** A value that many jobs share. It is sent once and referred to by its key from then on. */
export interface SharedValue {
  readonly key: number;
  /** Present if the worker does not have the value yet. */
  readonly packed?: Packed;
}

export interface JobMessage {
  readonly task: string;
  /** The value that is compiled: a policy, a schema. */
  readonly definition: SharedValue;
  /** The value that is evaluated, by several consecutive jobs. */
  readonly subject: SharedValue;
  readonly input: Packed;
  readonly answers: readonly unknown[];
}

export type ResultMessage = { readonly value: unknown } | { readonly failure: string };

/** Maximum number of definitions that a worker keeps, with their compiled form. */
export const CACHED_DEFINITIONS = 32;
/** Maximum number of subjects that a worker keeps. */
export const CACHED_SUBJECTS = 1;
