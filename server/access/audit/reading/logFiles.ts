import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listBackups } from "../sinks/rotatingFile.ts";

/** One file of an audit log, opened for reading. */
export interface LogFile {
  /** Stays the same when the file is renamed. */
  readonly id: string;
  readonly size: number;
  readonly handle: FileHandle;
}

/**
 * Opens the files of an audit log one after the other, the newest first; each is closed before the next is opened.
 * Leaves out files that rotation removes meanwhile, and compressed ones: the logs that are searched, those of sandboxes,
 * are never compressed.
 * @param path of the file that is being written
 * @throws the operating system's error
 */
export async function* logFiles(path: string): AsyncGenerator<LogFile> {
  const newest = await openIfPresent(path);
  // Rotation may have renamed the opened file already: then it is listed, too.
  const older = listBackups(path).filter(({ name }) => !name.endsWith(".gz"));
  const seen = new Set<string>();
  yield* contents(newest, seen);
  for (const { name } of older) yield* contents(await openIfPresent(join(dirname(path), name)), seen);
}

async function* contents(handle: FileHandle | undefined, seen: Set<string>): AsyncGenerator<LogFile> {
  if (handle === undefined) return;
  try {
    const { ino, birthtimeMs, size } = await handle.stat();
    const id = `${ino}-${birthtimeMs}`;
    if (!seen.has(id)) yield { id, size, handle };
    seen.add(id);
  } finally {
    await handle.close();
  }
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
