import type { Writable } from "node:stream";

/**
 * Writes to a stream, if it is still there.
 * @returns what resolves when there is room for more, or the stream is gone; undefined where there is room
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
