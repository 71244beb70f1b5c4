import fs from "node:fs";

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
    // Best effort, as explained above; the data itself is synced by its writer.
  } finally {
    fs.closeSync(handle);
  }
}
