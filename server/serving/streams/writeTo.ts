import type { Writable } from "node:stream";

/**
 * Writes to a stream, if it is still open.
 * @returns a promise that resolves when there is room for more, or the stream is closed; undefined if there is room now
 */
export function writeTo(stream: Writable, bytes: Uint8Array): Promise<void> | undefined {
  if (stream.destroyed || stream.write(bytes)) return undefined;
  return new Promise((resolve) => {
    const go = (): void => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
}
