import type { KeyValue, StorageEvent } from "../storage.ts";
import { type Database, numberAt, type Row, textAt } from "./database.ts";
import { boundsOf } from "./keySpace.ts";

/** What the log knows of itself. */
export interface HistoryState {
  /** The latest revision. */
  readonly revision: number;
  /** The oldest readable revision. */
  readonly compacted: number;
  /** When the latest change was committed, ms since the epoch; 0 when history is empty. */
  readonly time: number;
}

/** Rows read at a time while a watch catches up: bounds the memory that a long history takes. */
const replayRows = 500;
/** Rows deleted in one transaction: bounds the time that compaction keeps the event loop. */
const compactionRows = 1000;

/** Reads where the log stands. After a full compaction no row is left, and the mark itself is the latest revision. */
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
 * Adds a change or removal of an existing key to the log; to be called before `current` changes, because the state that
 * it replaces is copied from there.
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

/** Calls `onBatch` with the events after a revision under a prefix, batch by batch, in order. */
export function replay(
  database: Database,
  prefix: string,
  after: number,
  onBatch: (events: readonly StorageEvent[]) => void,
): void {
  let batch: StorageEvent[] = [];
  let revision = after;
  let id = -1;
  for (;;) {
    const rows = changesAfter(database, prefix, revision, id);
    for (const row of rows) {
      const event = toEvent(row);
      if (batch[0] !== undefined && batch[0].revision !== event.revision) {
        onBatch(batch);
        batch = [];
      }
      batch.push(event);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < replayRows) break;
    id = numberAt(last, 0);
    revision = numberAt(last, 1) - 1;
  }
  if (batch.length > 0) onBatch(batch);
}

/**
 * Rows of history with the state after them: what the key's next change replaced, or else what is current. The unary plus
 * keeps SQLite on the index by revision (a watch mostly wants little of the log's end, but all keys of a big prefix).
 */
function changesAfter(database: Database, prefix: string, revision: number, id: number): Row[] {
  const { lower, upper } = boundsOf(prefix);
  return database.all(
    `SELECT h.id, h.revision, h.deleted, h.key, h.old_create_revision, h.old_mod_revision, h.old_value,
            CASE WHEN h.deleted THEN NULL ELSE coalesce(
              (SELECT n.old_value FROM history n WHERE n.key = h.key AND n.revision > h.revision
               ORDER BY n.revision LIMIT 1),
              (SELECT c.value FROM current c WHERE c.key = h.key)) END
     FROM history h
     WHERE h.revision > ?1 AND h.id > ?2 AND +h.key >= ?3 AND +h.key < ?4
     ORDER BY h.revision, h.id LIMIT ${replayRows}`,
    revision,
    id,
    lower,
    upper,
  );
}

function toEvent(row: Row): StorageEvent {
  const revision = numberAt(row, 1);
  const key = textAt(row, 3);
  const previous: KeyValue | undefined =
    row[5] === null
      ? undefined
      : { key, createRevision: numberAt(row, 4), modRevision: numberAt(row, 5), value: textAt(row, 6) };
  if (numberAt(row, 2) === 1 && previous !== undefined) return { type: "delete", key, revision, kv: previous };
  const kv = {
    key,
    value: textAt(row, 7),
    createRevision: previous?.createRevision ?? revision,
    modRevision: revision,
  };
  return { type: "put", key, revision, kv, ...(previous && { previous }) };
}

/** The latest revision committed at or before `time`; undefined when the log does not reach back so far. */
export function latestRevisionAt(database: Database, time: number): number | undefined {
  const row = database.first("SELECT revision FROM history WHERE time <= ? ORDER BY revision DESC LIMIT 1", time);
  return row && numberAt(row, 0);
}

/** Makes a revision the oldest readable one. The rows before it are removed by {@link compactSome}. */
export function markCompacted(database: Database, revision: number): void {
  database.transaction(() => database.run("UPDATE meta SET value = ? WHERE name = 'compacted'", revision));
}

/** Writes something that is never read, to learn whether the disk takes it. What stays as it was is not written. */
export function probe(database: Database): void {
  database.transaction(() =>
    database.run(
      "INSERT INTO meta (name, value) VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
    ),
  );
}

/** Removes some rows that only reads before `revision` would need; returns whether more are left. */
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
