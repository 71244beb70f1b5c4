import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { CommitResult, Operation, Storage, Value } from "../storage/storage.ts";
import { StorageError } from "../storage/storageError.ts";
import type { CacheHub } from "./cacheHub.ts";

/**
 * Milliseconds that the answer of a commit waits for the caches. Only a store that has lost its connection makes the
 * caches lag longer.
 */
const TIMEOUT = 1000;

/**
 * Maximum length of a stored value: characters of text, or bytes. The reference's store accepts requests of 1.5 MiB, in
 * protobuf. Defaulting can make an object many times as large as the request body.
 */
const LARGEST_VALUE = 8 * 1024 * 1024;

/** @throws StorageError when an object is too large */
function checkSize(operation: Operation): void {
  if (operation.type === "delete" || operation.value.length <= LARGEST_VALUE) return;
  throw new StorageError("tooLarge", `${operation.key}: the object is too large to be stored`, undefined);
}

const isPut = ({ type }: Operation): boolean => type === "put";

/** The part of a store that the registry uses. */
export interface CommittingStorage extends Pick<Storage, "commit" | "isStale"> {
  /** Encodes an object for storage; the object is at its storage version and has no resourceVersion. */
  encode(object: ApiObject): Steps<Value>;
}

/** The store of a server that changes nothing. @param refuse creates the error that every commit rejects with */
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
 * A store whose commits resolve once the caches of this server show them: a client that has received the answer to a
 * write also sees the write in memory. The same applies to a commit that was refused, so that another attempt starts
 * from what is stored.
 */
export function seenCommits(
  storage: Storage,
  hub: Pick<CacheHub, "revision" | "waitFor" | "fresh">,
  encode: (object: ApiObject) => Steps<Value> = stringifyInSteps,
): CommittingStorage {
  return {
    encode,
    async commit(operations: readonly Operation[]): Promise<CommitResult> {
      for (const operation of operations) checkSize(operation);
      const result = await storage.commit(operations);
      const revision = result.ok ? result.revision : result.current?.modRevision;
      if (revision === undefined) await hub.fresh();
      else if (revision > hub.revision) await hub.waitFor(revision, TIMEOUT, !result.ok || operations.some(isPut));
      return result;
    },
    isStale: async (key) => (await storage.isStale?.(key)) === true,
  };
}
