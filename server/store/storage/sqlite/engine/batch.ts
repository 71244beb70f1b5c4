import type { CommitResult, KeyValue } from "../../storage.ts";
import type { Database } from "../database/database.ts";
import { recordCreation, recordReplacement } from "../database/history.ts";
import { readLatest } from "../database/keySpace.ts";
import type { Batch, EngineGuard, EngineOperation } from "./engineOperation.ts";
import { Rejected } from "./groupCommit.ts";

/** The outcome of a batch. */
export type BatchOutcome =
  | {
      readonly ok: true;
      /** The batch's revision, or the latest one when the batch changed nothing. */
      readonly revision: number;
      /**
       * For each operation the revision that created its key; undefined for the deletion of a key that did not exist.
       */
      readonly created: readonly (number | undefined)[];
    }
  | Extract<CommitResult, { ok: false }>;

/**
 * Applies a batch within the open transaction: all of it at `revision`, or nothing when a guard does not hold. A batch
 * that changes nothing (it only deletes keys that do not exist) takes no revision: its result has the previous one.
 *
 * @param time milliseconds since the epoch
 * @param earlier outcomes of the group's earlier batches
 */
export function applyBatch(
  database: Database,
  operations: Batch,
  revision: number,
  time: number,
  earlier: readonly (BatchOutcome | Rejected)[] = [],
): BatchOutcome {
  const before: (KeyValue | undefined)[] = [];
  for (const [index, { key, guard }] of operations.entries()) {
    const current = readLatest(database, key);
    if (!holds(guard, current, earlier)) return { ok: false, failed: index, current };
    before.push(current);
  }
  const created = operations.map((operation, index) =>
    applyOne(database, operation, before[index]?.createRevision, revision, time),
  );
  const changed = created.some((one) => one !== undefined);
  return { ok: true, revision: changed ? revision : revision - 1, created };
}

function holds(
  guard: EngineGuard | undefined,
  current: KeyValue | undefined,
  earlier: readonly (BatchOutcome | Rejected)[],
): boolean {
  if (guard === undefined) return true;
  if ("absent" in guard) return current === undefined;
  const wanted = "batch" in guard ? revisionOf(earlier[guard.batch]) : guard.modRevision;
  return wanted !== undefined && current?.modRevision === wanted;
}

/** The revision of a batch that was applied. */
const revisionOf = (outcome: BatchOutcome | Rejected | undefined): number | undefined =>
  outcome === undefined || outcome instanceof Rejected || !outcome.ok ? undefined : outcome.revision;

/**
 * @param created the revision that created the key; undefined when it does not exist.
 * @returns the revision that created the key, possibly this one; undefined for the deletion of a missing key
 */
function applyOne(
  database: Database,
  operation: EngineOperation,
  created: number | undefined,
  revision: number,
  time: number,
): number | undefined {
  const { type, key } = operation;
  if (type === "delete") {
    if (created === undefined) return undefined;
    recordReplacement(database, type, key, revision, time);
    database.run("DELETE FROM current WHERE key = ?", key);
    return created;
  }
  const { value, timeToLive } = operation;
  const expires = timeToLive === undefined ? null : time + timeToLive * 1000;
  if (created === undefined) {
    recordCreation(database, key, revision, time);
    database.run(
      "INSERT INTO current (key, create_revision, mod_revision, value, expires) VALUES (?1, ?2, ?2, ?3, ?4)",
      key,
      revision,
      value,
      expires,
    );
    return revision;
  }
  recordReplacement(database, type, key, revision, time);
  database.run(
    "UPDATE current SET mod_revision = ?, value = ?, expires = ? WHERE key = ?",
    revision,
    value,
    expires,
    key,
  );
  return created;
}
