import { allKeys } from "../../../store/storage/allKeys.ts";
import { KEY_ROOT, OF_LIVING_SERVERS } from "../../../store/storage/keyLayout.ts";
import type { Operation, Storage } from "../../../store/storage/storage.ts";
import { CommandError } from "../commandError.ts";

/** Number of keys per transaction: every engine supports at least that many. */
const BATCH = 100;

/**
 * Copies the current content of a store into another, empty one, with unchanged values. Revisions start from the
 * beginning, and keys with a time to live become permanent.
 *
 * @returns the number of keys
 * @throws CommandError when the target is not empty
 */
export async function copyStore(from: Storage, to: Storage): Promise<number> {
  if ((await to.count({ prefix: KEY_ROOT })) > 0) throw new CommandError("the target holds objects already");
  let copied = 0;
  let batch: Operation[] = [];
  const flush = async (): Promise<void> => {
    const result = await to.commit(batch);
    if (!result.ok) throw new CommandError("another writer changes the target");
    copied += batch.length;
    batch = [];
  };
  for await (const { key, value } of allKeys(from, KEY_ROOT)) {
    if (OF_LIVING_SERVERS.some((prefix) => key.startsWith(prefix))) continue;
    batch.push({ type: "put", key, value, guard: { absent: true } });
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return copied;
}
