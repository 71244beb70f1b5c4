/** Parses and formats timestamps and durations. */
import { Duration, Timestamp } from "./values.ts";

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/** Nanoseconds per second. */
export const SECOND = 1_000_000_000n;
/** 0001-01-01T00:00:00Z and the last nanosecond of 9999. */
export const MIN_TIMESTAMP = -62_135_596_800n * SECOND;
export const MAX_TIMESTAMP = 253_402_300_800n * SECOND - 1n;

/** Undefined when the text is not an RFC 3339 time. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  date.setUTCHours(hour, minute, second, 0);
  const distance = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const offset = match[8] === "-" ? 0 - distance : distance;
  const fraction = BigInt((match[7] ?? "").padEnd(9, "0"));
  return new Timestamp((BigInt(date.getTime() / 1000) - BigInt(offset * 60)) * SECOND + fraction, offset);
}

/** RFC 3339 with the timestamp's own offset, and as many fractional digits as needed. */
export function formatTimestamp({ nanos, offset }: Timestamp): string {
  const rest = ((nanos % SECOND) + SECOND) % SECOND;
  const seconds = (nanos - rest) / SECOND + BigInt(offset * 60);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${whole}${fractionText(rest)}${offsetText(offset)}`;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const distance = Math.abs(minutes);
  const [hours, rest] = [Math.floor(distance / 60), distance % 60].map((part) => String(part).padStart(2, "0"));
  return `${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
}

const fractionText = (nanos: bigint): string =>
  nanos === 0n ? "" : `.${nanos.toString().padStart(9, "0").replace(/0+$/, "")}`;

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
};
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
const MAX_DURATION = 2n ** 63n - 1n;

/** Undefined when the text is not a duration such as `1h2m3.5s`. */
export function parseDuration(text: string): Duration | undefined {
  const negative = text.startsWith("-");
  const body = text.replace(/^[+-]/, "");
  if (body === "0") return new Duration(0n);
  if (body === "") return undefined;
  let total = 0n;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const match = PART.exec(body);
    if (match === null) return undefined;
    const [, whole = "", fraction = "", unit = ""] = match;
    if (whole === "" && fraction === "") return undefined;
    const size = UNITS[unit] ?? 0n;
    total += BigInt(whole === "" ? "0" : whole) * size;
    if (fraction !== "") total += (BigInt(fraction.slice(0, 18)) * size) / 10n ** BigInt(Math.min(fraction.length, 18));
    if (total > MAX_DURATION) return undefined;
  }
  return new Duration(negative ? -total : total);
}

/** Seconds with their fraction, as in conversions to a string: `3723.5s`. Limited to the precision of a double. */
export function formatDuration({ nanos }: Duration): string {
  const seconds = Number(nanos / SECOND) + Number(nanos % SECOND) / 1e9;
  const text = String(seconds);
  return `${text.includes("e") ? seconds.toFixed(9).replace(/0+$/, "") : text}s`;
}
