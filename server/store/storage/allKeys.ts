import type { KeyValue, Storage } from "./storage.ts";

/** Number of values read at once. */
const PAGE = 500;

/**
 * Everything under a prefix as of one revision, in key order, page by page.
 * @param at the revision; the latest when omitted
 * @throws CompactedError when the revision is compacted while it is being read
 */
export async function* allKeys(storage: Pick<Storage, "range">, prefix: string, at?: number): AsyncGenerator<KeyValue> {
  let page = await storage.range({ prefix, limit: PAGE, ...(at === undefined ? {} : { revision: at }) });
  const { revision } = page;
  for (;;) {
    yield* page.items;
    const after = page.items.at(-1)?.key;
    if (!page.more || after === undefined) return;
    page = await storage.range({ prefix, limit: PAGE, after, revision });
  }
}
