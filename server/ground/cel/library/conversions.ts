/** Conversions between types. */
import { readBoolean } from "../../formats/booleanText.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp } from "../times.ts";
import { type CelValue, Duration, Timestamp, TypeValue, typeName } from "../values.ts";
import { bool, bytes, double, duration, inRange, int, inUintRange, text, timestamp, uint } from "./arguments.ts";

const same = ([value = null]: readonly CelValue[]): CelValue => value;

const quoted = (value: string): string => JSON.stringify(value);

/** Of 64 bits. */
const MOST_DIGITS = 20;
const TOO_LARGE = 2n ** 64n;

function integerOf(value: string): bigint {
  if (!/^[+-]?\d+$/.test(value)) throw new CelError(`strconv.ParseInt: parsing ${quoted(value)}: invalid syntax`);
  const digits = value.replace(/^[+-]?0*/, "");
  // Reading more digits would take time that grows with their square, and they could not fit.
  const number = digits.length > MOST_DIGITS ? TOO_LARGE : BigInt(digits);
  return inRange(
    value.startsWith("-") ? -number : number,
    `strconv.ParseInt: parsing ${quoted(value)}: value out of range`,
  );
}

function unsignedOf(value: string): CelValue {
  if (!/^\d+$/.test(value)) throw new CelError(`strconv.ParseUint: parsing ${quoted(value)}: invalid syntax`);
  const digits = value.replace(/^0+/, "");
  return inUintRange(digits.length > MOST_DIGITS ? TOO_LARGE : BigInt(digits));
}

const NUMBER = /^[+-]?((\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|inf(inity)?|nan)$/i;

function doubleOf(value: string): number {
  if (!NUMBER.test(value)) throw new CelError(`strconv.ParseFloat: parsing ${quoted(value)}: invalid syntax`);
  const infinite = /^([+-]?)inf/i.exec(value);
  return infinite === null ? Number(value.replace(/^[+-]?nan$/i, "NaN")) : infinite[1] === "-" ? -Infinity : Infinity;
}

function truncated(value: number): bigint {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) throw new CelError("integer overflow");
  return BigInt(Math.trunc(value));
}

/** The shortest text that reads back as the number, as the reference prints it. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const exponent = Number(/e([+-]\d+)$/.exec(value.toExponential())?.[1] ?? 0);
  if (exponent >= -4 && exponent < 21)
    return exponent < 0 && String(value).includes("e") ? small(value) : String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** Small fractions that JavaScript would print with an exponent. */
const small = (value: number): string => value.toFixed(20).replace(/0+$/, "");

function boolOf(value: string): boolean {
  const found = readBoolean(value);
  if (found === undefined) throw new CelError(`strconv.ParseBool: parsing ${quoted(value)}: invalid syntax`);
  return found;
}

function timestampOf(value: string): Timestamp {
  const found = parseTimestamp(value);
  if (found === undefined) {
    const layout = "2006-01-02T15:04:05Z07:00";
    throw new CelError(`parsing time ${quoted(value)} as ${quoted(layout)}: cannot parse ${quoted(value)} as "2006"`);
  }
  return found;
}

function durationOf(value: string): Duration {
  const found = parseDuration(value);
  if (found === undefined) throw new CelError(`time: invalid duration ${quoted(value)}`);
  return found;
}

function decode(value: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

const SECOND = 1_000_000_000n;

export const conversions: readonly Overload[] = [
  define("int(int): int", same),
  define("int(uint): int", ([v]) => inRange(uint(v))),
  define("int(double): int", ([v]) => truncated(double(v))),
  define("int(string): int", ([v]) => integerOf(text(v))),
  define("int(timestamp): int", ([v]) => floorSeconds(timestamp(v))),
  define("int(duration): int", ([v]) => duration(v)),
  define("uint(uint): uint", same),
  define("uint(int): uint", ([v]) => inUintRange(int(v))),
  define("uint(double): uint", ([v]) => inUintRange(truncated(double(v)))),
  define("uint(string): uint", ([v]) => unsignedOf(text(v))),
  define("double(double): double", same),
  define("double(int): double", ([v]) => Number(int(v))),
  define("double(uint): double", ([v]) => Number(uint(v))),
  define("double(string): double", ([v]) => doubleOf(text(v))),
  define("bool(bool): bool", same),
  define("bool(string): bool", ([v]) => boolOf(text(v))),
  define("string(string): string", same),
  define("string(bool): string", ([v]) => String(bool(v))),
  define("string(int): string", ([v]) => String(int(v))),
  define("string(uint): string", ([v]) => String(uint(v))),
  define("string(double): string", ([v]) => doubleText(double(v))),
  define("string(bytes): string", ([v]) => decode(bytes(v)), { cost: traverse, resultSize: ([s]) => s ?? ANY }),
  define("string(timestamp): string", ([v]) => formatTimestamp(new Timestamp(timestamp(v)))),
  define("string(duration): string", ([v]) => formatDuration(new Duration(duration(v)))),
  define("bytes(bytes): bytes", same),
  define("bytes(string): bytes", ([v]) => new TextEncoder().encode(text(v)), {
    cost: traverse,
    resultSize: ([s]) => ({ min: s?.min ?? 0, max: (s?.max ?? 0) * 4 }),
  }),
  define("timestamp(timestamp): timestamp", same),
  define("timestamp(string): timestamp", ([v]) => timestampOf(text(v))),
  define("timestamp(int): timestamp", ([v]) => new Timestamp(int(v) * SECOND)),
  define("duration(duration): duration", same),
  define("duration(string): duration", ([v]) => durationOf(text(v))),
  define("duration(int): duration", ([v]) => new Duration(int(v))),
  define("dyn(A): dyn", same),
  define("type(A): type(A)", ([v = null]) => new TypeValue(typeName(v))),
];

const ANY = { min: 0, max: Number.MAX_SAFE_INTEGER };
const floorSeconds = (nanos: bigint): bigint => (nanos - (((nanos % SECOND) + SECOND) % SECOND)) / SECOND;
