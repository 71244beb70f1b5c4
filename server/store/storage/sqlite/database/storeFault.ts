import path from "node:path";
import { StorageError, type StorageFault } from "../../storageError.ts";

/** Faults by SQLite's message, which is all that it provides. */
const FAULTS: readonly (readonly [RegExp, StorageFault])[] = [
  [/database or disk is full/, "full"],
  [/disk I\/O error|unable to open database file|attempt to write a readonly database/, "failing"],
  [/malformed|file is not a database|quick_check/, "damaged"],
];

/** Translates an error of SQLite into a fault of the store in `file`; other errors are returned unchanged. */
export function storeFault(error: unknown, file: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const fault = FAULTS.find(([text]) => text.test(error.message))?.[1];
  return fault === undefined
    ? error
    : new StorageError(fault, `${file}: ${explain(fault, error.message, file)}`, error);
}

/** The fault of a disk that has no room, not even the room reserved for deletions. */
export const noRoom = (file: string): StorageError =>
  new StorageError("full", `${file}: ${explain("full", "", file)}`, undefined);

/** Runs work on the store in `file`. @throws StorageError when the medium fails */
export function onMedium<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeFault(error, file);
  }
}

function explain(fault: StorageFault, detail: string, file: string): string {
  if (fault === "full") return "the disk is full. Make room on it, or delete objects: there is room kept for that";
  if (fault === "failing")
    return `the disk does not do what it is asked to (${detail}). Nothing that was confirmed is lost`;
  const name = path.basename(file);
  return (
    `the store is damaged (${detail}). Put back a copy of the file, or save what can be read into a new one: ` +
    `sqlite3 ${name} .recover | sqlite3 recovered.db, then put that in its place`
  );
}
