import { MAX_LINE } from "./logLine.ts";

/** Splits the chunks of a text stream into lines. */
export interface LineSplitter {
  /** Bytes of UTF-8, cut anywhere, or text. @returns the completed lines, and how many characters of each were cut */
  push(chunk: ArrayBuffer | string): SplitLine[];
  /** The text after the last line break; undefined when there is none. */
  rest(): SplitLine | undefined;
}

export interface SplitLine {
  readonly text: string;
  /** Characters that are missing at the end. */
  readonly cut: number;
}

/** Includes room for the timestamp, which is not part of the printed line. */
const LONGEST = MAX_LINE + 40;

/** A line of any length takes only as much memory as the longest allowed line. */
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
