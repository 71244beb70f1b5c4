import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Reads a file that is followed while the server runs. Whatever has been put in its place must not block: reading a
 * pipe would occupy one of the few threads for files until another program writes, and a device may never end.
 * @returns its text
 * @throws Error when it cannot be read, or is not a regular file
 */
export async function readRegularFile(path: string): Promise<string> {
  // Not all systems have the flag, without which opening a pipe waits.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a regular file`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
