/** Parts of timestamps and durations. Time zones are names or offsets such as `-02:00`. */
import { quoted } from "../../../../shared/text/quoted.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload } from "../overload.ts";
import { duration, text, timestamp } from "./arguments.ts";

const MILLISECOND = 1_000_000n;
const DAY = 86_400_000;

/** The wall-clock time in a zone, as a Date whose UTC parts are to be read. */
function wallClock(nanos: bigint, zone: string | undefined): Date {
  const milliseconds = Number(floor(nanos, MILLISECOND));
  if (zone === undefined || zone === "" || zone === "UTC") return new Date(milliseconds);
  const colon = zone.indexOf(":");
  if (colon >= 0) {
    const [hours, minutes] = [wholeNumber(zone.slice(0, colon)), wholeNumber(zone.slice(colon + 1))];
    const offset = hours * 60 + (zone.startsWith("-") ? -minutes : minutes);
    return new Date(milliseconds + offset * 60_000);
  }
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    const parts = new Map(format.formatToParts(new Date(milliseconds)).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const rest = ((milliseconds % 1000) + 1000) % 1000;
    const date = new Date(0);
    date.setUTCFullYear(part("year"), part("month") - 1, part("day"));
    date.setUTCHours(part("hour"), part("minute"), part("second"), rest);
    return date;
  } catch {
    throw new CelError(`unknown time zone ${zone}`);
  }
}

/** @throws CelError */
function wholeNumber(text: string): number {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw new CelError(`strconv.Atoi: parsing ${quoted(text)}: invalid syntax`);
}

const floor = (value: bigint, unit: bigint): bigint => (value - (((value % unit) + unit) % unit)) / unit;

function dayOfYear(date: Date): number {
  const first = new Date(0);
  first.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - first.getTime()) / DAY);
}

const PARTS: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDayOfYear: dayOfYear,
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

const SPANS: readonly (readonly [string, bigint])[] = [
  ["getHours", 3_600_000_000_000n],
  ["getMinutes", 60_000_000_000n],
  ["getSeconds", 1_000_000_000n],
];

export const calendar: readonly Overload[] = [
  ...Object.entries(PARTS).flatMap(([name, part]) => [
    define(`timestamp~${name}(): int`, ([at]) => BigInt(part(wallClock(timestamp(at), undefined)))),
    define(`timestamp~${name}(string): int`, ([at, zone]) => BigInt(part(wallClock(timestamp(at), text(zone))))),
  ]),
  ...SPANS.map(([name, unit]) => define(`duration~${name}(): int`, ([span]) => duration(span) / unit)),
  define("duration~getMilliseconds(): int", ([span]) => duration(span) / MILLISECOND),
];
