/** The messages between the server's thread and its workers; everything is cloned. */
import { parseJson } from "../../../shared/json/parseJson.ts";

/** A value, or its JSON: to clone a large value holds the event loop, to print it does not. */
export type Packed = { readonly value: unknown } | { readonly json: string };

/** What was packed. */
export const unpack = (packed: Packed): unknown => ("json" in packed ? parseJson(packed.json) : packed.value);

/** A value that many jobs share. It is sent once and known by its key from then on. */
export interface SharedValue {
  readonly key: number;
  /** Present when the worker does not have it. */
  readonly packed?: Packed;
}

export interface JobMessage {
  readonly task: string;
  /** What is compiled: a policy, a schema. */
  readonly definition: SharedValue;
  /** What is judged, by several jobs one after the other. */
  readonly subject: SharedValue;
  readonly input: Packed;
  readonly answers: readonly unknown[];
}

export type ResultMessage = { readonly value: unknown } | { readonly failure: string };

/** The number of definitions that a worker keeps, with their compiled form. */
export const KEPT_DEFINITIONS = 32;
/** How many subjects. */
export const KEPT_SUBJECTS = 1;
