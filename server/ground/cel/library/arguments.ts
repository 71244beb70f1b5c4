/**
 * Arguments converted to the types by which overloads were chosen: the only place where the language's checks meet
 * TypeScript's types.
 */
import { CelError } from "../diagnostics.ts";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../values/times.ts";
import {
  type CelValue,
  Duration,
  isMap,
  ListValue,
  type MapLike,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  Uint,
} from "../values/values.ts";

const mismatch = (): CelError => new CelError("no such overload");

export function text(value: CelValue | undefined): string {
  if (typeof value !== "string") throw mismatch();
  return value;
}
export function int(value: CelValue | undefined): bigint {
  if (typeof value !== "bigint") throw mismatch();
  return value;
}
export function double(value: CelValue | undefined): number {
  if (typeof value !== "number") throw mismatch();
  return value;
}
export function uint(value: CelValue | undefined): bigint {
  if (!(value instanceof Uint)) throw mismatch();
  return value.value;
}
export function bool(value: CelValue | undefined): boolean {
  if (typeof value !== "boolean") throw mismatch();
  return value;
}
export function list(value: CelValue | undefined): ListValue {
  if (!(value instanceof ListValue)) throw mismatch();
  return value;
}
export function map(value: CelValue | undefined): MapLike {
  if (value === undefined || value === null || !isMap(value)) throw mismatch();
  return value;
}
export function bytes(value: CelValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw mismatch();
  return value;
}
/** A timestamp with its offset. */
export function localTimestamp(value: CelValue | undefined): Timestamp {
  if (!(value instanceof Timestamp)) throw mismatch();
  return value;
}
export const timestamp = (value: CelValue | undefined): bigint => localTimestamp(value).nanos;
export function duration(value: CelValue | undefined): bigint {
  if (!(value instanceof Duration)) throw mismatch();
  return value.nanos;
}
export function optional(value: CelValue | undefined): OptionalValue {
  if (!(value instanceof OptionalValue)) throw mismatch();
  return value;
}
/** The data of an opaque value. @param type the name of its type */
export function opaqueData<T>(value: CelValue | undefined, type: string): T {
  if (!(value instanceof OpaqueValue) || value.type !== type) throw mismatch();
  return value.data as T;
}

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/** @throws CelError when the number does not fit into 64 bits */
export function inRange(value: bigint, message = "integer overflow"): bigint {
  if (value > MAX_INT || value < MIN_INT) throw new CelError(message);
  return value;
}
export function inUintRange(value: bigint, message = "unsigned integer overflow"): Uint {
  if (value < 0n || value >= 2n ** 64n) throw new CelError(message);
  return new Uint(value);
}
/** @param nanos since 1970 UTC @param offset from UTC in minutes @throws CelError */
export function timestampAt(nanos: bigint, offset = 0): Timestamp {
  if (nanos < MIN_TIMESTAMP || nanos > MAX_TIMESTAMP) throw new CelError("timestamp overflow");
  return new Timestamp(nanos, offset);
}
/** A timestamp some nanoseconds later, with the same offset. @throws CelError */
export function later(value: CelValue | undefined, by: bigint): Timestamp {
  const { nanos, offset } = localTimestamp(value);
  return timestampAt(nanos + by, offset);
}
