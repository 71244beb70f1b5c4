import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "./syncFolder.ts";

/**
 * Replaces a file atomically, readable for its owner only: a crash or a power cut leaves the complete old or new
 * content, and a failure leaves the old content and no other files.
 * @throws the operating system's error
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString("hex")}.new`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * The text of a file; undefined when there is none. A file that exists but cannot be read is never treated as absent.
 * @throws the operating system's error
 */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Whether an error of the file system means that the file does not exist, not that it cannot be examined. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
