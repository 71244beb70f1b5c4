import { compareKeys, prefixEnd } from "../../keyOrder.ts";
import type { KeyRange, KeyValue, RangeOptions, RangeResult } from "../../storage.ts";
import { type Database, numberAt, type Row, textAt, valueAt } from "./database.ts";

/** An upper bound for unbounded ranges: it sorts after every TEXT, because SQLite orders blobs after texts. */
const unbounded = new Uint8Array([0xff]);

/** The part of the key order that a range covers: `key > lower` (`>=` when inclusive) and `key < upper`. */
export interface Bounds {
  readonly comparison: ">" | ">=";
  readonly lower: string;
  readonly upper: string | Uint8Array;
}

export function boundsOf(prefix: string, after?: string): Bounds {
  const upper = prefixEnd(prefix) ?? unbounded;
  return after === undefined || compareKeys(after, prefix) < 0
    ? { comparison: ">=", lower: prefix, upper }
    : { comparison: ">", lower: after, upper };
}

/** Decodes `key, create_revision, mod_revision, value`. */
const toKeyValue = (row: Row): KeyValue => ({
  key: textAt(row, 0),
  createRevision: numberAt(row, 1),
  modRevision: numberAt(row, 2),
  value: valueAt(row, 3),
});

const columns = "key, create_revision, mod_revision, value";
const oldColumns = "key, old_create_revision, old_mod_revision, old_value";

/** The latest state of a key. */
export function readLatest(database: Database, key: string): KeyValue | undefined {
  const row = database.first(`SELECT ${columns} FROM current WHERE key = ?`, key);
  return row && toKeyValue(row);
}

/**
 * The state of a key at a revision. Either the key has not changed since, or exactly one history row spans the revision:
 * the one that replaced the state written at or before it.
 */
export function readAt(database: Database, key: string, revision: number): KeyValue | undefined {
  const row = database.first(
    `SELECT ${columns} FROM current WHERE key = ?1 AND mod_revision <= ?2
     UNION ALL
     SELECT ${oldColumns} FROM history WHERE key = ?1 AND revision > ?2 AND old_mod_revision <= ?2`,
    key,
    revision,
  );
  return row && toKeyValue(row);
}

/** The keys of a range at a revision, which must be readable; `latest` states whether it is the latest revision. */
export function readRange(database: Database, options: RangeOptions, revision: number, latest: boolean): RangeResult {
  const bounds = boundsOf(options.prefix, options.after);
  const { limit } = options;
  if (limit === undefined) return { items: select(database, bounds, revision, latest, -1), revision, more: false };
  // One item more than the limit shows whether there are more.
  const items = select(database, bounds, revision, latest, limit + 1);
  if (items.length <= limit) return { items, revision, more: false };
  items.length = Math.max(limit, 0);
  return { items, revision, more: true };
}

/** The number of keys in a range at a revision, which must be readable. Reads every key of the range, but no values. */
export function countRange(database: Database, range: KeyRange, revision: number, latest: boolean): number {
  const bounds = boundsOf(range.prefix, range.after);
  return count(database, bounds, revision, latest);
}

function select(database: Database, bounds: Bounds, revision: number, latest: boolean, limit: number): KeyValue[] {
  const { lower, upper } = bounds;
  const range = `key ${bounds.comparison} ?1 AND key < ?2`;
  const rows = latest
    ? database.all(`SELECT ${columns} FROM current WHERE ${range} ORDER BY key LIMIT ?3`, lower, upper, limit)
    : database.all(
        `SELECT ${columns} FROM current WHERE ${range} AND mod_revision <= ?4
         UNION ALL
         SELECT ${oldColumns} FROM history WHERE ${range} AND revision > ?4 AND old_mod_revision <= ?4
         ORDER BY key LIMIT ?3`,
        lower,
        upper,
        limit,
        revision,
      );
  return rows.map(toKeyValue);
}

function count(database: Database, bounds: Bounds, revision: number, latest: boolean): number {
  const { lower, upper } = bounds;
  const range = `key ${bounds.comparison} ?1 AND key < ?2`;
  const row = latest
    ? database.first(`SELECT count(*) FROM current WHERE ${range}`, lower, upper)
    : database.first(
        `SELECT (SELECT count(*) FROM current WHERE ${range} AND mod_revision <= ?3)
              + (SELECT count(*) FROM history WHERE ${range} AND revision > ?3 AND old_mod_revision <= ?3)`,
        lower,
        upper,
        revision,
      );
  return numberAt(row ?? [], 0);
}
