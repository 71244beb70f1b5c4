import { KEY_ROOT } from "../storage/keyLayout.ts";
import { CompactedError, type KeyValue, type Storage } from "../storage/storage.ts";

/** Maximum number of objects read at once. */
const PAGE = 5000;
/** Maximum number of attempts to read everything, when the revision is compacted while it is being read. */
const READINGS = 5;

/** The whole content of the store as of one revision. */
export interface Everything {
  readonly items: readonly KeyValue[];
  readonly revision: number;
}

/**
 * Reads the whole content of the store as of one revision. Starts again when that revision is compacted between two
 * pages.
 * @throws CompactedError when that happens too often
 */
export async function readEverything(storage: Storage): Promise<Everything> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readPages(storage);
    } catch (error) {
      if (!(error instanceof CompactedError) || attempt === READINGS) throw error;
    }
  }
}

async function readPages(storage: Storage): Promise<Everything> {
  let page = await storage.range({ prefix: KEY_ROOT, limit: PAGE });
  const { revision } = page;
  const items = [...page.items];
  while (page.more) {
    const after = items.at(-1)?.key ?? "";
    page = await storage.range({ prefix: KEY_ROOT, limit: PAGE, after, revision });
    for (const kv of page.items) items.push(kv);
  }
  return { items, revision };
}
