/**
 * Times in JSON. Parsing follows the reference's layout-driven parser, because its error messages quote the layout
 * element at which it failed.
 */
import { BACKSLASH, CodeUnits } from "../../../../shared/text/codeUnits.ts";
import { isPlain, LONGEST_QUOTE } from "../../../../shared/text/quoted.ts";
import { timestamp } from "../../../../shared/time.ts";
import { DecodeError } from "./decodeError.ts";

const SECONDS_LAYOUT = "2006-01-02T15:04:05Z07:00";
const MICROS_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

interface Element {
  readonly layout: string;
  readonly pattern: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly rangeName?: string;
}

const literal = (layout: string): Element => ({ layout, pattern: new RegExp(`^\\${layout}`) });

const DATE_TIME: readonly Element[] = [
  { layout: "2006", pattern: /^\d{4}/ },
  literal("-"),
  { layout: "01", pattern: /^\d{2}/, min: 1, max: 12, rangeName: "month" },
  literal("-"),
  // The number of days in a month is checked last.
  { layout: "02", pattern: /^\d{2}/ },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d{1,2}/, min: 0, max: 23, rangeName: "hour" },
  literal(":"),
  { layout: "04", pattern: /^\d{2}/, min: 0, max: 59, rangeName: "minute" },
  literal(":"),
  { layout: "05", pattern: /^\d{2}/, min: 0, max: 59, rangeName: "second" },
];

/** A point in time: milliseconds are not precise enough for the microsecond form. */
export interface Instant {
  /** Seconds since 1970, floored. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanos: number;
}

/** @throws DecodeError `parsing time "x" as "2006-01-02T15:04:05Z07:00": …` */
export const parseTime = (text: string): Instant => parse(text, SECONDS_LAYOUT, false);

/** @throws DecodeError `parsing time "x" as "2006-01-02T15:04:05.000000Z07:00": …` */
export const parseMicroTime = (text: string): Instant => parse(text, MICROS_LAYOUT, true);

/** RFC 3339 in UTC with whole seconds; null for the zero time. */
export function formatTime(instant: Instant): string | null {
  if (isZero(instant)) return null;
  return timestamp(instant.seconds * 1000);
}

/** RFC 3339 in UTC with six digits of a second; null for the zero time. */
export function formatMicroTime(instant: Instant): string | null {
  if (isZero(instant)) return null;
  const micros = String(Math.floor(instant.nanos / 1000)).padStart(6, "0");
  return `${new Date(instant.seconds * 1000).toISOString().slice(0, 19)}.${micros}Z`;
}

/** `0001-01-01T00:00:00Z`, which means that there is no time. */
const zeroSeconds = new Date("0001-01-01T00:00:00Z").getTime() / 1000;
const isZero = ({ seconds, nanos }: Instant): boolean => seconds === zeroSeconds && nanos === 0;

function parse(text: string, layout: string, exactFraction: boolean): Instant {
  const fail = (rest: string, element: string): never => {
    throw new DecodeError(
      `parsing time ${quoteBytes(text)} as ${quoteBytes(layout)}: cannot parse ${quoteBytes(rest)} as ${quoteBytes(element)}`,
    );
  };
  const failWith = (reason: string): never => {
    throw new DecodeError(`parsing time ${quoteBytes(text)}${reason}`);
  };
  let rest = text;
  const numbers: number[] = [];
  for (const element of DATE_TIME) {
    const found = element.pattern.exec(rest)?.[0] ?? fail(rest, element.layout);
    if (/^\d/.test(found)) {
      const number = Number(found);
      if (number < (element.min ?? 0) || number > (element.max ?? 9999))
        failWith(`: ${element.rangeName} out of range`);
      numbers.push(number);
    }
    rest = rest.slice(found.length);
  }
  const fraction = (exactFraction ? /^[.,]\d{6}/ : /^[.,]\d+/).exec(rest)?.[0] ?? "";
  if (exactFraction && fraction === "") fail(rest, ".000000");
  rest = rest.slice(fraction.length);
  const zone = /^(?:Z|([+-])(\d{2}):(\d{2}))/.exec(rest) ?? fail(rest, "Z07:00");
  // Offsets of a day and more are accepted, too.
  if (Number(zone[3] ?? 0) > 60) failWith(": time zone offset minute out of range");
  if (Number(zone[2] ?? 0) > 24) failWith(": time zone offset hour out of range");
  const extra = rest.slice(zone[0].length);
  if (extra !== "") failWith(`: extra text: ${quoteBytes(extra)}`);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers;
  if (day < 1 || day > daysIn(year, month)) failWith(": day out of range");
  const offset = (Number(zone[2] ?? 0) * 3600 + Number(zone[3] ?? 0) * 60) * (zone[1] === "-" ? -1 : 1);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return { seconds: date.getTime() / 1000 - offset, nanos: Number(fraction.slice(1, 10).padEnd(9, "0")) };
}

/**
 * Quotes a text, with every byte that is not printable ASCII as a number; of a text as long as a request, only the
 * beginning.
 */
function quoteBytes(whole: string): string {
  const text = whole.slice(0, LONGEST_QUOTE);
  if (isPlain(text)) return `"${text}"`;
  const escaped = new CodeUnits();
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH) escaped.short(byte);
    else if (byte < 0x20 || byte > 0x7f) escaped.numbered(LETTER_X, byte, 2);
    else escaped.unit(byte);
  }
  return `"${escaped.text()}"`;
}

const QUOTE = 0x22;
const LETTER_X = 0x78;

function daysIn(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}
