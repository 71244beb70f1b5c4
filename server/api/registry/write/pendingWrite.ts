import type { ApiObject } from "../../../../shared/object.ts";
import type { CommitResult } from "../../../store/storage/storage.ts";

/** A write of an object that is under way, with the object that is stored unless the write fails. */
export interface PendingWrite {
  /** At the storage version. */
  readonly stored: ApiObject;
  /** Revision of the stored object that this write changes, directly or through other pending writes. */
  readonly base: number;
  /** The revision of the write; undefined when it failed or its outcome is unknown. Never rejects. */
  readonly outcome: Promise<number | undefined>;
  /** The value of `outcome` once it is known, for synchronous reading. */
  readonly settled: { readonly revision: number | undefined } | undefined;
}

/** @param committed the store's answer */
export function pendingWrite(stored: ApiObject, base: number, committed: Promise<CommitResult>): PendingWrite {
  let settled: PendingWrite["settled"];
  const settle = (revision: number | undefined): number | undefined => {
    settled = { revision };
    return revision;
  };
  const outcome = committed.then(
    (result) => settle(result.ok ? result.revision : undefined),
    () => settle(undefined),
  );
  return {
    stored,
    base,
    outcome,
    get settled() {
      return settled;
    },
  };
}
