/** Conversions between types. */
import { readBoolean } from "../../formats/wording/booleanText.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp, SECOND } from "../values/times.ts";
import { type CelValue, Duration, type Timestamp, TypeValue, typeName, type Uint } from "../values/values.ts";
import {
  bool,
  bytes,
  double,
  duration,
  inRange,
  int,
  inUintRange,
  localTimestamp,
  text,
  timestamp,
  timestampAt,
  uint,
} from "./arguments.ts";
import { doubleText } from "./doubleText.ts";

const same = ([value = null]: readonly CelValue[]): CelValue => value;

/** The error for a text that cannot be converted to a type, whatever the reason. */
const failure = (type: string): CelError => new CelError(`type conversion error from 'string' to '${type}'`);

/** Maximum number of digits of a 64-bit number. */
const MAX_DIGITS = 20;
const TOO_LARGE = 2n ** 64n;

function integerOf(value: string): bigint {
  if (!/^[+-]?\d+$/.test(value)) throw failure("int");
  const digits = value.replace(/^[+-]?0*/, "");
  // More digits would take quadratic time to parse, and could not fit anyway.
  const number = digits.length > MAX_DIGITS ? TOO_LARGE : BigInt(digits);
  return inRange(value.startsWith("-") ? -number : number, failure("int").message);
}

function unsignedOf(value: string): Uint {
  if (!/^\d+$/.test(value)) throw failure("uint");
  const digits = value.replace(/^0+/, "");
  return inUintRange(digits.length > MAX_DIGITS ? TOO_LARGE : BigInt(digits), failure("uint").message);
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;

function doubleOf(value: string): number {
  if (/^[+-]?nan$/i.test(value)) return Number.NaN;
  const infinite = INFINITE.exec(value);
  if (infinite !== null) return infinite[1] === "-" ? -Infinity : Infinity;
  const number = NUMBER.test(value) ? Number(value) : Infinity;
  if (!Number.isFinite(number)) throw failure("double");
  return number;
}

function truncated(value: number): bigint {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) throw new CelError("integer overflow");
  return BigInt(Math.trunc(value));
}

function unsignedPart(value: number): Uint {
  return inUintRange(Number.isFinite(value) && value >= 0 ? BigInt(Math.trunc(value)) : -1n);
}

function boolOf(value: string): boolean {
  const found = readBoolean(value);
  if (found === undefined) throw failure("bool");
  return found;
}

function readTimestamp(value: string): Timestamp {
  const found = parseTimestamp(value);
  if (found === undefined) throw failure("google.protobuf.Timestamp");
  return timestampAt(found.nanos, found.offset);
}

function durationOf(value: string): Duration {
  const found = parseDuration(value);
  if (found === undefined) throw failure("google.protobuf.Duration");
  return found;
}

function decode(value: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

export const conversions: readonly Overload[] = [
  define("int(int): int", same),
  define("int(uint): int", ([v]) => inRange(uint(v))),
  define("int(double): int", ([v]) => truncated(double(v))),
  define("int(string): int", ([v]) => integerOf(text(v))),
  define("int(timestamp): int", ([v]) => floorSeconds(timestamp(v))),
  define("int(duration): int", ([v]) => duration(v)),
  define("uint(uint): uint", same),
  define("uint(int): uint", ([v]) => inUintRange(int(v))),
  define("uint(double): uint", ([v]) => unsignedPart(double(v))),
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
  define("string(timestamp): string", ([v]) => formatTimestamp(localTimestamp(v))),
  define("string(duration): string", ([v]) => formatDuration(new Duration(duration(v)))),
  define("bytes(bytes): bytes", same),
  define("bytes(string): bytes", ([v]) => new TextEncoder().encode(text(v)), {
    cost: traverse,
    resultSize: ([s]) => ({ min: s?.min ?? 0, max: (s?.max ?? 0) * 4 }),
  }),
  define("timestamp(timestamp): timestamp", same),
  define("timestamp(string): timestamp", ([v]) => readTimestamp(text(v))),
  define("timestamp(int): timestamp", ([v]) => timestampAt(int(v) * SECOND)),
  define("duration(duration): duration", same),
  define("duration(string): duration", ([v]) => durationOf(text(v))),
  define("duration(int): duration", ([v]) => new Duration(int(v))),
  define("dyn(A): dyn", same),
  define("type(A): type(A)", ([v = null]) => new TypeValue(typeName(v))),
];

const ANY = { min: 0, max: Number.MAX_SAFE_INTEGER };
const floorSeconds = (nanos: bigint): bigint => (nanos - (((nanos % SECOND) + SECOND) % SECOND)) / SECOND;
