import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Maximum number of characters of a line from another server. */
const LONGEST = 32 * 1024 * 1024;

/**
 * The non-empty lines of another server's response, until it ends or `signal` aborts.
 * @throws Error for a line that is too long, and when the connection breaks
 */
export async function* relayedLines(body: Readable, signal: AbortSignal): AsyncIterable<string> {
  const leave = (): void => void body.destroy();
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  try {
    // Leaving the loop destroys the stream.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const lines = decoder.write(chunk).split("\n");
      for (const [i, line] of lines.entries()) {
        parts.push(line);
        length += line.length;
        if (length > LONGEST) throw new Error(`a line is longer than ${LONGEST} characters`);
        if (i === lines.length - 1) break;
        const text = parts.join("");
        parts = [];
        length = 0;
        if (text.trim() !== "") yield text;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
