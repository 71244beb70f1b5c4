import type { Delete, Guard, Put } from "../../storage.ts";

/** A guard as an engine knows it: instead of an attachment, the number of a batch before in the same group that wrote it. */
export type EngineGuard = Exclude<Guard, { readonly writtenAs: object }> | { readonly batch: number };

type WithEngineGuard<T> = Omit<T, "guard"> & { readonly guard?: EngineGuard | undefined };

export type EngineOperation = WithEngineGuard<Put> | WithEngineGuard<Delete>;

/** The operations of one commit. */
export type Batch = readonly EngineOperation[];
