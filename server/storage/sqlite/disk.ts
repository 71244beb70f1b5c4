import fs from "node:fs";

/**
 * What the engine needs of a file system, all of it synchronous (the wasm calls cannot wait). Tests replace single
 * functions to make the disk fill up or fail.
 */
export type Disk = Pick<
  typeof fs,
  | "accessSync"
  | "closeSync"
  | "fstatSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "openSync"
  | "readSync"
  | "statSync"
  | "unlinkSync"
  | "writeSync"
>;

/** The real thing. */
export const nodeDisk: Disk = fs;

/**
 * Makes the names in a folder durable: a file that was created or renamed survives a power cut only after its folder was
 * synced. Best effort, because some systems (Windows) do not let a folder be opened.
 */
export function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = fs.openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fs.fsyncSync(handle);
  } catch {
    // Same reason as above; the data itself is synced by whoever wrote it.
  } finally {
    fs.closeSync(handle);
  }
}
