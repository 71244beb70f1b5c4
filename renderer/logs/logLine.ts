/** One line of a container's log, as stored and shown. */

/** A time with nanoseconds, which a double cannot represent exactly. */
export interface LogTime {
  /** Since the epoch. */
  readonly seconds: number;
  readonly nanos: number;
}

export interface LogLine {
  /** Unique number, increasing in order of arrival. */
  readonly id: number;
  /** Key of the line's {@link LogSource}. */
  readonly source: string;
  /** Undefined for text without a timestamp. */
  readonly time: LogTime | undefined;
  /** The printed text with its colour codes, at most {@link MAX_LINE} characters. */
  readonly text: string;
  /** The text without colour codes, for searching and saving. The same string as `text` if there are none. */
  readonly plain: string;
  /** Number of characters that were cut off. */
  readonly cut: number;
}

/** Maximum number of characters kept of a line. */
export const MAX_LINE = 8192;

const STAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2}) ?/;

/** Splits the server's timestamp from the printed text. */
export function readStamp(line: string): { time: LogTime | undefined; text: string } {
  const found = STAMP.exec(line);
  if (found === null) return { time: undefined, text: line };
  const [whole, moment = "", fraction = "", zone = ""] = found;
  const seconds = Date.parse(`${moment}${zone}`) / 1000;
  if (Number.isNaN(seconds)) return { time: undefined, text: line };
  return { time: { seconds, nanos: Number(fraction.padEnd(9, "0")) }, text: line.slice(whole.length) };
}

/** Negative when `a` is earlier than `b`; lines without a time come first. */
export function compareTimes(a: LogTime | undefined, b: LogTime | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/** RFC 3339 with milliseconds. */
export const stampOf = ({ seconds, nanos }: LogTime): string =>
  new Date(seconds * 1000 + Math.floor(nanos / 1e6)).toISOString();

/** Whether two lines are equal, because one may be read twice, for example when reading starts earlier. */
export const isSameLine = (a: LogLine, b: LogLine): boolean =>
  a.id === b.id ||
  (a.source === b.source && a.time !== undefined && compareTimes(a.time, b.time) === 0 && a.text === b.text);
