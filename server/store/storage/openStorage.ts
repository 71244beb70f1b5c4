import { statSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError } from "./dataFolderError.ts";
import { openSqliteStorage } from "./sqlite/sqliteStorage.ts";
import type { Storage } from "./storage.ts";

/** How a store is opened. */
export interface OpenStorageOptions {
  /** Nothing is changed in it. It must be there, as it must whenever it is not created. */
  readonly readOnly?: boolean;
  /** Makes the store when there is none. */
  readonly create?: boolean;
}

/**
 * Opens the store at a place: a file of the embedded engine, or a data folder that has one.
 *
 * @param place a path; addresses of other engines (`https://…`) are refused until there is one for them
 * @throws DataFolderError for a place where no store is; LockedError when it is in use
 * @example const storage = await openStorage("data/store.db", { readOnly: true });
 */
export async function openStorage(place: string, options: OpenStorageOptions = {}): Promise<Storage> {
  const { readOnly = false, create = false } = options;
  if (/^[a-z]+:\/\//.test(place))
    throw new DataFolderError(`${place}: there is no engine for stores at such addresses`);
  const file = storeFile(place);
  if (!create && statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new DataFolderError(`${file}: there is no store`);
  }
  return openSqliteStorage(readOnly ? { file, readOnly } : { file });
}

/** The file that a path stands for: a folder has its store under the name that servers give it. */
function storeFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, "store.db") : path;
}
