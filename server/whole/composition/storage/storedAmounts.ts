import type { Catalog } from "../../../api/registry/catalog.ts";
import type { StoredAmounts } from "../../../ground/observability/metrics/storageMetrics.ts";
import type { Storage } from "../../../store/storage/storage.ts";

/**
 * Number of stored objects by resource; each object is counted once, however many versions and groups it is served in.
 */
export function storedAmounts(catalog: Pick<Catalog, "all">, storage: Pick<Storage, "size">): StoredAmounts {
  return {
    *objects() {
      const seen = new Set<unknown>();
      for (const { cache, definition, group, resource } of catalog.all()) {
        if (definition.action !== undefined || definition.computed !== undefined || seen.has(cache)) continue;
        seen.add(cache);
        yield [group === "" ? resource : `${resource}.${group}`, cache.count()];
      }
    },
    size: () => storage.size(),
  };
}
