import type { StorageEvent } from "../../storage.ts";
import { type Database, numberAt, type Row, textAt, valueAt } from "./database.ts";
import { boundsOf } from "./keySpace.ts";

/** The log's position. */
export interface HistoryState {
  /** The latest revision. */
  readonly revision: number;
  /** The oldest readable revision. */
  readonly compacted: number;
  /** When the latest change was committed, ms since the epoch; 0 when history is empty. */
  readonly time: number;
}

/** Rows read at a time while a watch catches up: bounds the memory and the time that a long history takes. */
const pageRows = 500;
/** Rows deleted in one transaction: bounds the time that compaction blocks the event loop. */
const compactionRows = 1000;

/** Reads the log's position. After a full compaction no row is left, and the compaction mark is the latest revision. */
export function historyState(database: Database): HistoryState {
  const compacted = numberAt(database.first("SELECT value FROM meta WHERE name = 'compacted'") ?? [], 0);
  const last = database.first("SELECT revision, time FROM history ORDER BY revision DESC LIMIT 1");
  if (last === undefined) return { revision: compacted, compacted, time: 0 };
  return { revision: Math.max(numberAt(last, 0), compacted), compacted, time: numberAt(last, 1) };
}

/** Adds the creation of a key to the log. */
export function recordCreation(database: Database, key: string, revision: number, time: number): void {
  database.run("INSERT INTO history (revision, time, deleted, key) VALUES (?, ?, 0, ?)", revision, time, key);
}

/**
 * Adds a change or removal of an existing key to the log. Call it before `current` changes, because it copies the
 * replaced state from there.
 */
export function recordReplacement(
  database: Database,
  type: "put" | "delete",
  key: string,
  revision: number,
  time: number,
): void {
  database.run(
    `INSERT INTO history (revision, time, deleted, key, old_create_revision, old_mod_revision, old_value)
     SELECT ?1, ?2, ?3, key, create_revision, mod_revision, value FROM current WHERE key = ?4`,
    revision,
    time,
    type === "delete" ? 1 : 0,
    key,
  );
}

/** One page of changes in order. */
export interface Changes {
  /** Events of whole revisions. */
  readonly events: readonly StorageEvent[];
  /** The events are complete up to this revision. */
  readonly upTo: number;
}

/** The next changes after a revision under a prefix. @param latest the latest revision of the store */
export function changesAfter(database: Database, prefix: string, after: number, latest: number): Changes {
  const rows = rowsAfter(database, prefix, after, pageRows);
  const last = rows.at(-1);
  if (last === undefined || rows.length < pageRows) return { events: rows.map(toEvent), upTo: latest };
  // The last revision may continue after the page. If it is the only one, it is read as a whole.
  const whole = rows.filter((row) => numberAt(row, 0) < numberAt(last, 0));
  if (whole.length > 0) return { events: whole.map(toEvent), upTo: numberAt(last, 0) - 1 };
  const only = numberAt(last, 0);
  const all = rowsAfter(database, prefix, after, -1, only);
  return { events: all.map(toEvent), upTo: only };
}

/**
 * Rows of history with the state after them: what the key's next change replaced, or else what is current. The unary
 * plus keeps SQLite on the index by revision, because a watch usually needs little of the log's end, but all keys of a
 * big prefix.
 */
function rowsAfter(database: Database, prefix: string, after: number, limit: number, upTo = 2 ** 53): Row[] {
  const { lower, upper } = boundsOf(prefix);
  return database.all(
    `SELECT h.revision, h.deleted, h.key, h.old_create_revision,
            CASE WHEN h.deleted THEN NULL ELSE coalesce(
              (SELECT n.old_value FROM history n WHERE n.key = h.key AND n.revision > h.revision
               ORDER BY n.revision LIMIT 1),
              (SELECT c.value FROM current c WHERE c.key = h.key)) END
     FROM history h
     WHERE h.revision > ?1 AND h.revision <= ?5 AND +h.key >= ?2 AND +h.key < ?3
     ORDER BY h.revision, h.id LIMIT ?4`,
    after,
    lower,
    upper,
    limit,
    upTo,
  );
}

function toEvent(row: Row): StorageEvent {
  const revision = numberAt(row, 0);
  const key = textAt(row, 2);
  if (numberAt(row, 1) === 1) return { type: "delete", key, revision };
  const createRevision = row[3] === null ? revision : numberAt(row, 3);
  return { type: "put", key, revision, kv: { key, value: valueAt(row, 4), createRevision, modRevision: revision } };
}

/** The latest revision committed at or before `time`; undefined when `time` is before the start of the log. */
export function latestRevisionAt(database: Database, time: number): number | undefined {
  const row = database.first("SELECT revision FROM history WHERE time <= ? ORDER BY revision DESC LIMIT 1", time);
  return row && numberAt(row, 0);
}

/** Makes a revision the oldest readable one. The rows before it are removed by {@link compactSome}. */
export function markCompacted(database: Database, revision: number): void {
  database.transaction(() => database.run("UPDATE meta SET value = ? WHERE name = 'compacted'", revision));
}

/**
 * Writes a value that is never read, to find out whether the disk accepts writes. SQLite does not write an unchanged
 * value.
 */
export function probe(database: Database): void {
  database.transaction(() =>
    database.run(
      "INSERT INTO meta (name, value) VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
    ),
  );
}

/** Removes some rows that are needed only by reads before `revision`; returns whether more are left. */
export function compactSome(database: Database, revision: number): boolean {
  return database.transaction(() => {
    database.run(
      `DELETE FROM history WHERE id IN (SELECT id FROM history WHERE revision <= ? ORDER BY revision LIMIT ?)`,
      revision,
      compactionRows,
    );
    return database.first("SELECT 1 FROM history WHERE revision <= ? LIMIT 1", revision) !== undefined;
  });
}
