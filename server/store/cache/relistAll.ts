import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import type { KeyValue } from "../storage/storage.ts";
import type { ResourceCache } from "./resourceCache.ts";

/**
 * Replaces the content of all caches with everything that is stored, after events were missed (see
 * {@link ResourceCache.relist}).
 * @param caches the existing caches, some of whose objects may have been deleted
 * @param cacheOf returns the cache to which a key belongs
 */
export function* relistAll(
  caches: Iterable<ResourceCache>,
  items: readonly KeyValue[],
  revision: number,
  cacheOf: (key: string) => ResourceCache | undefined,
): Steps<void> {
  const fresh = new Map<ResourceCache, Map<string, KeyValue>>();
  for (const cache of caches) fresh.set(cache, new Map());
  for (const kv of items) {
    if (isTurnDue()) yield;
    const cache = cacheOf(kv.key);
    if (cache === undefined) continue;
    const held = fresh.get(cache);
    if (held === undefined) fresh.set(cache, new Map([[kv.key, kv]]));
    else held.set(kv.key, kv);
  }
  for (const [cache, objects] of fresh) yield* cache.relist(objects, revision);
}
