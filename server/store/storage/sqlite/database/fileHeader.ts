import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { DataFolderError } from "../../dataFolderError.ts";
import { APPLICATION_ID } from "./schema.ts";

/** The header of a SQLite file: 100 bytes, which begin with this text. */
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";

/**
 * Refuses a file that is no store before SQLite opens it, because opening it would change it: SQLite turns on the
 * write-ahead log, and lays tables out in a file without content.
 *
 * A store whose creation was interrupted passes: it has at most one page, or is still in its log.
 *
 * @throws DataFolderError when the file belongs to another program, or is empty and only to be read
 */
export function checkHeader(file: string, readOnly = false): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || hasContent(`${file}-wal`)) return;
  if (found.size === 0 && readOnly) throw new DataFolderError(`${file}: there is no store: the file is empty`);
  const header = headerOf(file);
  if (header === undefined) return;
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (found.size > pageBytes && header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new DataFolderError(`${file}: the file is a SQLite database, but not a store of this program`);
  }
}

const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Undefined for a file that cannot be read or is no SQLite database, both of which SQLite itself reports. */
function headerOf(file: string): Buffer | undefined {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    if (fstatSync(handle).size < HEADER_BYTES) return undefined;
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(handle, header, 0, HEADER_BYTES, 0);
    return header.toString("latin1", 0, MAGIC.length) === MAGIC ? header : undefined;
  } finally {
    closeSync(handle);
  }
}
