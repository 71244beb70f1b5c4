import type { Writable } from "node:stream";
import type { LineWriter } from "./logSink.ts";

/** Bytes that may wait for the reader of the stream; later lines are lost. */
const MAX_WAITING = 16 * 1024 * 1024;

/**
 * Lines on a stream that is not ours to close, such as standard output. If its reader is gone, or a disk under it is
 * full, only the lines are lost.
 */
export function streamLines(stream: Writable, maxWaiting = MAX_WAITING): LineWriter {
  // The writer of a line gets each failure itself. A stream without a listener would end the process.
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
