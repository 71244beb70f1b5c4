import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { allKeys } from "../../../store/storage/allKeys.ts";
import { createKeyLayout, KEY_ROOT, prefixOfKey, resourceTitle } from "../../../store/storage/keyLayout.ts";
import type { Storage } from "../../../store/storage/storage.ts";

/** The content of a store. */
export interface StoreStatus {
  readonly revision: number;
  /** Size in bytes. */
  readonly size: number;
  readonly keys: number;
  /** Number of objects by `<group or core>/<resource>`, in descending order. */
  readonly objects: Readonly<Record<string, number>>;
}

export async function storeStatus(storage: Storage, { domain }: Vocabulary): Promise<StoreStatus> {
  const layout = createKeyLayout(domain);
  const counts = new Map<string, number>();
  let keys = 0;
  for await (const { key } of allKeys(storage, KEY_ROOT)) {
    keys += 1;
    const prefix = prefixOfKey(key);
    if (prefix === undefined) continue;
    const title = resourceTitle(layout.resourceAt(prefix));
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return {
    revision: await storage.currentRevision(),
    size: await storage.size(),
    keys,
    objects: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)),
  };
}
