import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { CommitResult, Operation, Storage, Value } from "../storage/storage.ts";
import type { CacheHub } from "./cacheHub.ts";

/** How long a commit's answer waits for the caches, in milliseconds: longer only a store that has broken off keeps them back. */
const PATIENCE = 1000;

/** What the registry does with a store. */
export interface CommittingStorage extends Pick<Storage, "commit" | "isStale"> {
  /** The value that is stored of an object, which is at its storage version and has no resourceVersion. */
  encode(object: ApiObject): Steps<Value>;
}

/** A store for a server that changes nothing. @param refuse makes the error that every commit rejects with */
export const refusedCommits = (
  encode: (object: ApiObject) => Steps<Value>,
  refuse: () => Error,
): CommittingStorage => ({
  encode,
  commit: async () => {
    throw refuse();
  },
  isStale: async () => false,
});

/**
 * A store whose commits resolve once the caches of this server show them: whoever sees a write's answer also sees the write
 * in memory. The same holds for a commit that was refused, so that another attempt begins with what is stored.
 */
export function seenCommits(
  storage: Storage,
  hub: Pick<CacheHub, "revision" | "waitFor" | "fresh">,
  encode: (object: ApiObject) => Steps<Value> = stringifyInSteps,
): CommittingStorage {
  return {
    encode,
    async commit(operations: readonly Operation[]): Promise<CommitResult> {
      const result = await storage.commit(operations);
      const revision = result.ok ? result.revision : result.current?.modRevision;
      if (revision === undefined) await hub.fresh();
      else if (revision > hub.revision) await hub.waitFor(revision, PATIENCE);
      return result;
    },
    isStale: async (key) => (await storage.isStale?.(key)) === true,
  };
}
