import { closeSync, openSync, readSync } from "node:fs";

/**
 * Reads a file of at most `most` bytes, and no more than that: a device reports no size, and may never end.
 * @returns its text; undefined when it is larger
 * @throws the operating system's error
 */
export function readSmallFile(path: string, most: number): string | undefined {
  const content = Buffer.alloc(most + 1);
  const file = openSync(path, "r");
  try {
    for (let size = 0; size < content.length; ) {
      const read = readSync(file, content, size, content.length - size, null);
      if (read === 0) return content.toString("utf8", 0, size);
      size += read;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}
