import type { CommitResult, Operation, Storage } from "./storage.ts";
import { StorageError } from "./storageError.ts";

/**
 * A view of a store that changes nothing in it: commits reject, and nothing is compacted. Closing the view closes the
 * store.
 */
export function readOnlyStorage(storage: Storage): Storage {
  const { snapshots } = storage;
  return {
    currentRevision: () => storage.currentRevision(),
    assertReadable: (revision) => storage.assertReadable(revision),
    get: (key, revision) => storage.get(key, revision),
    range: (options) => storage.range(options),
    count: (range) => storage.count(range),
    async commit(_operations: readonly Operation[]): Promise<CommitResult> {
      throw new StorageError("unavailable", "the store is opened for reading only", undefined);
    },
    watch: (options) => storage.watch(options),
    compact: async () => 0,
    revisionAt: (time) => storage.revisionAt(time),
    healthy: () => storage.healthy(),
    // There are no writes, so the health check for writability always passes.
    writable: async () => true,
    size: () => storage.size(),
    ...(snapshots === undefined ? {} : { snapshots }),
    close: () => storage.close(),
  };
}
