import { type Database, numberAt, textAt } from "./database.ts";

/** Up to this size the whole store is looked at, which takes about a second; in bytes. */
const CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Looks for damaged pages. A store that is too large for that is checked only where a start does not look anyway: its table of
 * small facts; the latest states are read as a whole anyway, and what history has lost is found when it is read.
 *
 * @throws Error that says what is wrong
 */
export function checkStore(database: Database, limit = CHECKED_BYTES): void {
  const pages = numberAt(database.first("PRAGMA store.page_count") ?? [], 0);
  const size = pages * numberAt(database.first("PRAGMA store.page_size") ?? [], 0);
  const found = database.first(size <= limit ? "PRAGMA store.quick_check(1)" : "PRAGMA store.quick_check(meta)");
  const result = textAt(found ?? [""], 0);
  // One line of what may be several.
  if (result !== "ok") throw new Error(`quick_check: ${result.replaceAll(/\s+/g, " ")}`);
}
