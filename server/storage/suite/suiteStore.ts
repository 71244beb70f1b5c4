import type { Delete, Operation, Put, Storage } from "../storage.ts";

/** What the tests of the suite share: a fresh store for each test, and the clock that it reads. */
export interface SuiteStore {
  readonly storage: Storage;
  /** Milliseconds since the epoch, to be set by tests. */
  time: number;
  /** Commits and insists on success; returns the revision. */
  commit(...operations: Operation[]): Promise<number>;
  /** The keys with a prefix, now or at a revision. */
  keys(prefix: string, revision?: number): Promise<string[]>;
}

export const put = (key: string, value: string): Put => ({ type: "put", key, value });
export const create = (key: string, value: string): Put => ({ type: "put", key, value, guard: { absent: true } });
export const remove = (key: string): Delete => ({ type: "delete", key });
