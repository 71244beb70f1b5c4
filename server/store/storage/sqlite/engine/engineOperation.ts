import type { Delete, Guard, Put } from "../../storage.ts";

/**
 * A guard for an engine: instead of an attachment, it has the number of an earlier batch in the same group that wrote
 * it.
 */
export type EngineGuard = Exclude<Guard, { readonly writtenAs: object }> | { readonly batch: number };

type WithEngineGuard<T> = Omit<T, "guard"> & { readonly guard?: EngineGuard | undefined };

export type EngineOperation = WithEngineGuard<Put> | WithEngineGuard<Delete>;

/** The operations of one commit. */
export type Batch = readonly EngineOperation[];
