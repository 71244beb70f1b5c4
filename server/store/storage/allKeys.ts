import type { KeyValue, Storage } from "./storage.ts";

/** Values read at once. */
const PAGE = 500;

/** Everything under a prefix as of one revision, in key order, page by page. @throws CompactedError when that takes too long */
export async function* allKeys(storage: Storage, prefix: string): AsyncGenerator<KeyValue> {
  let page = await storage.range({ prefix, limit: PAGE });
  const { revision } = page;
  for (;;) {
    yield* page.items;
    const after = page.items.at(-1)?.key;
    if (!page.more || after === undefined) return;
    page = await storage.range({ prefix, limit: PAGE, after, revision });
  }
}
