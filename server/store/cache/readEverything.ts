import { KEY_ROOT } from "../storage/keyLayout.ts";
import { CompactedError, type KeyValue, type Storage } from "../storage/storage.ts";

/** Objects read at once. */
const PAGE = 5000;
/** Attempts to read everything while what is read is being forgotten. */
const READINGS = 5;

/** What is stored, as of one revision. */
export interface Everything {
  readonly items: readonly KeyValue[];
  readonly revision: number;
}

/**
 * Everything that is stored, as of one revision. Begins again when that is forgotten between two pages.
 * @throws CompactedError when that happens again and again
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
