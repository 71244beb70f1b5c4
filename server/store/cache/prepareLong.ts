import type { Steps } from "../../../shared/steps.ts";
import type { StorageEvent } from "../storage/storage.ts";
import type { CachedObject } from "./cachedObject.ts";
import type { ResourceCache } from "./resourceCache.ts";
import { isLong } from "./wideValue.ts";

/**
 * Parses in steps the large values of events that another server wrote: they have no attachment with the parsed object.
 * @param cacheOf returns the cache to which a key belongs
 */
export function* prepareLong(
  events: readonly StorageEvent[],
  cacheOf: (key: string) => ResourceCache | undefined,
): Steps<ReadonlyMap<StorageEvent, CachedObject>> {
  const prepared = new Map<StorageEvent, CachedObject>();
  for (const event of events) {
    if (event.type === "delete" || event.kv.attachment !== undefined || !isLong(event.kv)) continue;
    const cache = cacheOf(event.key);
    const current = cache && (yield* cache.prepare(event));
    if (current !== undefined) prepared.set(event, current);
  }
  return prepared;
}
