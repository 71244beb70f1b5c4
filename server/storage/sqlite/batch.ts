import type { CommitResult, Guard, KeyValue, Operation, StorageEvent } from "../storage.ts";
import type { Database } from "./database.ts";
import { recordCreation, recordReplacement } from "./history.ts";
import { readLatest } from "./keySpace.ts";

/** NUL and lone surrogates. */
const notText = /[\0\p{Surrogate}]/u;

/** What a batch did to the store. */
export interface Applied {
  readonly result: CommitResult;
  /** One event for each change, in the order of the operations; empty when nothing changed. */
  readonly events: readonly StorageEvent[];
}

/**
 * Checks what no store could keep: SQLite (and C) end a text at NUL, UTF-8 has no lone surrogates, and a batch shows each
 * key in one state only.
 *
 * @throws TypeError
 */
export function checkBatch(operations: readonly Operation[]): void {
  const keys = new Set<string>();
  for (const operation of operations) {
    const { key } = operation;
    if (key === "" || notText.test(key)) {
      throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
    }
    if (keys.has(key)) throw new TypeError(`the key ${key} occurs twice in one batch`);
    keys.add(key);
    if (operation.type === "put" && notText.test(operation.value)) {
      throw new TypeError(`the value of ${key} cannot be stored as text`);
    }
  }
}

/**
 * Applies a batch within the transaction that is open: all of it at `revision`, or nothing when a guard does not hold. A
 * batch that changes nothing (it only deletes keys that do not exist) takes no revision: its result has the one before.
 *
 * @param decorate adds the attachment to a state that was read
 */
export function applyBatch(
  database: Database,
  operations: readonly Operation[],
  revision: number,
  time: number,
  decorate: (kv: KeyValue) => KeyValue,
): Applied {
  const before: (KeyValue | undefined)[] = [];
  for (const [index, { key, guard }] of operations.entries()) {
    const stored = readLatest(database, key);
    const current = stored && decorate(stored);
    if (!holds(guard, current)) return { result: { ok: false, failed: index, current }, events: [] };
    before.push(current);
  }
  const events: StorageEvent[] = [];
  for (const [index, operation] of operations.entries()) {
    const event = applyOne(database, operation, before[index], revision, time);
    if (event !== undefined) events.push(event);
  }
  return { result: { ok: true, revision: events.length > 0 ? revision : revision - 1 }, events };
}

function holds(guard: Guard | undefined, current: KeyValue | undefined): boolean {
  if (guard === undefined) return true;
  return "absent" in guard ? current === undefined : current?.modRevision === guard.modRevision;
}

function applyOne(
  database: Database,
  operation: Operation,
  previous: KeyValue | undefined,
  revision: number,
  time: number,
): StorageEvent | undefined {
  const { type, key } = operation;
  if (type === "delete") {
    if (previous === undefined) return undefined;
    recordReplacement(database, type, key, revision, time);
    database.run("DELETE FROM current WHERE key = ?", key);
    return { type, key, revision, kv: previous };
  }
  const { value, attachment } = operation;
  if (previous === undefined) {
    recordCreation(database, key, revision, time);
    database.run(
      "INSERT INTO current (key, create_revision, mod_revision, value) VALUES (?1, ?2, ?2, ?3)",
      key,
      revision,
      value,
    );
  } else {
    recordReplacement(database, type, key, revision, time);
    database.run("UPDATE current SET mod_revision = ?, value = ? WHERE key = ?", revision, value, key);
  }
  const kv: KeyValue = {
    key,
    value,
    createRevision: previous?.createRevision ?? revision,
    modRevision: revision,
    ...(attachment !== undefined && { attachment }),
  };
  return { type, key, revision, kv, ...(previous && { previous }) };
}
