import type { Writable } from "node:stream";
import type { LineWriter } from "./logSink.ts";

/** Maximum number of bytes that wait for the reader of the stream; further lines are lost. */
const MAX_WAITING = 16 * 1024 * 1024;

/**
 * Writes lines to a stream that the server must not close, such as standard output. When its reader is gone, or a disk
 * is full, only the lines are lost.
 */
export function streamLines(stream: Writable, maxWaiting = MAX_WAITING): LineWriter {
  // Each write reports its own failure. Without a listener, a stream's error would end the process.
  const ignore = (): void => {};
  stream.on("error", ignore);
  return {
    async write(line) {
      if (stream.writableLength > maxWaiting)
        throw new Error("the reader of the stream does not take what was written before");
      await new Promise<void>((resolve, reject) => {
        stream.write(line, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      stream.off("error", ignore);
    },
  };
}
