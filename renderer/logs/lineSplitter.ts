import { MAX_LINE } from "./logLine.ts";

/** Splits the chunks of a text stream into lines. */
export interface LineSplitter {
  /**
   * Accepts UTF-8 bytes, split anywhere, or text. @returns the completed lines, each with the number of characters cut
   * off
   */
  push(chunk: ArrayBuffer | string): SplitLine[];
  /** The text after the last line break; undefined when there is none. */
  rest(): SplitLine | undefined;
}

export interface SplitLine {
  readonly text: string;
  /** Number of characters cut off at the end. */
  readonly cut: number;
}

/** Includes space for the timestamp, which is not part of the printed line. */
const LONGEST = MAX_LINE + 40;

/** A line of any length uses no more memory than the maximum line length. */
export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder();
  let begun = "";
  let cut = 0;
  const extend = (part: string): void => {
    const room = LONGEST - begun.length;
    begun += part.length > room ? part.slice(0, room) : part;
    cut += Math.max(0, part.length - room);
  };
  const take = (): SplitLine => {
    const line = { text: begun.endsWith("\r") && cut === 0 ? begun.slice(0, -1) : begun, cut };
    begun = "";
    cut = 0;
    return line;
  };
  return {
    push(chunk) {
      const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      const lines: SplitLine[] = [];
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        extend(text.slice(from, end));
        lines.push(take());
        from = end + 1;
      }
      extend(text.slice(from));
      return lines;
    },
    rest: () => (begun === "" ? undefined : take()),
  };
}
