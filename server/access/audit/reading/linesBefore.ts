import type { FileHandle } from "node:fs/promises";

/** Bytes per read. */
const CHUNK = 256 * 1024;

/** A line of a file, without its line end. */
export interface PlacedLine {
  readonly text: string;
  /** Offset of its first byte. */
  readonly begin: number;
}

/**
 * The complete lines of a file before an offset, the last one first, in batches. It keeps one line and one chunk in
 * memory.
 * @param end the begin of a line, or the size of the file
 * @throws the operating system's error
 */
export async function* linesBefore(file: FileHandle, end: number): AsyncGenerator<readonly PlacedLine[]> {
  /** The parts of the line whose begin was not read yet, last first. Undefined: the last line end was not read yet. */
  let parts: Buffer[] | undefined;
  const take = (first: Buffer): string => Buffer.concat([first, ...(parts ?? []).reverse()]).toString("utf8");
  for (let at = end; at > 0; ) {
    const from = Math.max(0, at - CHUNK);
    const chunk = Buffer.alloc(at - from);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, from);
    // A file that became shorter in the meantime has lost what was asked for.
    if (bytesRead < chunk.length) return;
    const lines: PlacedLine[] = [];
    let right = chunk.length;
    for (let lineEnd = chunk.lastIndexOf(10); lineEnd >= 0; lineEnd = lineEndBefore(chunk, lineEnd)) {
      if (parts !== undefined)
        lines.push({ text: take(chunk.subarray(lineEnd + 1, right)), begin: from + lineEnd + 1 });
      parts = [];
      right = lineEnd;
    }
    parts?.push(chunk.subarray(0, right));
    at = from;
    yield lines;
  }
  if (parts !== undefined) yield [{ text: take(Buffer.alloc(0)), begin: 0 }];
}

const lineEndBefore = (chunk: Buffer, offset: number): number =>
  offset === 0 ? -1 : chunk.lastIndexOf(10, offset - 1);
