import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Maximum size in bytes of a file that a user names. Its reader may have a lower limit. */
const LARGEST = 64 * 1024 * 1024;

const TOO_LARGE = `larger than ${LARGEST / 1024 / 1024} MiB`;

/**
 * Reads a file that a user names, and no more of it than its maximum size: a device reports no size, and may never end.
 * @returns its text
 * @throws the operating system's error, and one with the code EFBIG for a larger file
 */
export async function readTextFile(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    return await readText(file, path);
  } finally {
    await file.close();
  }
}

/**
 * Reads a file that is followed while the server runs. Whatever has been put in its place must not block: reading a
 * pipe would occupy one of the few threads for files until another program writes.
 * @returns its text
 * @throws as {@link readTextFile}, and an Error for what is not a regular file
 */
export async function readRegularFile(path: string): Promise<string> {
  // Not all systems have the flag, without which opening a pipe waits.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a regular file`);
    return await readText(file, path);
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle, path: string): Promise<string> {
  const { size } = await file.stat();
  if (size > LARGEST) throw tooLarge(path);
  // One byte more than the reported size, so that the next read finds the end of the file.
  let content = Buffer.allocUnsafe(Math.max(size + 1, 64 * 1024));
  for (let length = 0; ; ) {
    const { bytesRead } = await file.read(content, length, content.length - length, null);
    if (bytesRead === 0) return content.toString("utf8", 0, length);
    length += bytesRead;
    if (length > LARGEST) throw tooLarge(path);
    if (length === content.length) content = Buffer.concat([content], 2 * length);
  }
}

/** In the form of the operating system's errors. */
const tooLarge = (path: string): Error =>
  Object.assign(new Error(`EFBIG: ${TOO_LARGE}, read '${path}'`), { code: "EFBIG", syscall: "read", path });

/** Why a file cannot be read, in one or a few words: the operating system's code, or the exceeded limit. */
export function unreadableText(error: unknown): string {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  return code === "EFBIG" ? TOO_LARGE : code;
}
