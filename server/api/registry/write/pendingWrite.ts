import type { ApiObject } from "../../../../shared/object.ts";
import type { CommitResult } from "../../../store/storage/storage.ts";

/** A write of an object that is under way: what is stored of it unless the write fails. */
export interface PendingWrite {
  /** At the storage version. */
  readonly stored: ApiObject;
  /** What it changes was at this revision, or rested on what was. */
  readonly base: number;
  /** The revision that it got; undefined when it failed, or when its outcome is unknown. Never rejects. */
  readonly outcome: Promise<number | undefined>;
  /** The same, once that is known. */
  readonly told: { readonly revision: number | undefined } | undefined;
}

/** @param committed what the store will answer */
export function pendingWrite(stored: ApiObject, base: number, committed: Promise<CommitResult>): PendingWrite {
  let told: PendingWrite["told"];
  const tell = (revision: number | undefined): number | undefined => {
    told = { revision };
    return revision;
  };
  const outcome = committed.then(
    (result) => tell(result.ok ? result.revision : undefined),
    () => tell(undefined),
  );
  return {
    stored,
    base,
    outcome,
    get told() {
      return told;
    },
  };
}
