import { type Database, numberAt, textAt } from "./database.ts";

/** Maximum bytes of a store that is checked as a whole; that takes about a second. */
const CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Looks for damaged pages. In a larger store only the table of small facts is checked. The latest states are read as a
 * whole at each start anyway, and damage in the history shows when it is read.
 *
 * @throws Error with a description of the damage
 */
export function checkStore(database: Database, limit = CHECKED_BYTES): void {
  const pages = numberAt(database.first("PRAGMA store.page_count") ?? [], 0);
  const size = pages * numberAt(database.first("PRAGMA store.page_size") ?? [], 0);
  const found = database.first(size <= limit ? "PRAGMA store.quick_check(1)" : "PRAGMA store.quick_check(meta)");
  const result = textAt(found ?? [""], 0);
  // The report may have several lines; the message gets one.
  if (result !== "ok") throw new Error(`quick_check: ${result.replaceAll(/\s+/g, " ")}`);
}
