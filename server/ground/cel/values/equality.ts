/** Equality and order of values. Numbers compare across their types, all other values only within their own type. */

import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ListSemantics } from "../types/celType.ts";
import { dynamic } from "./fromJson.ts";
import {
  type CelValue,
  Duration,
  isMap,
  ListValue,
  MessageValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
} from "./values.ts";

/** Equality of opaque values by type; types without an entry compare their data. */
export const opaqueEquality = new Map<string, (a: unknown, b: unknown) => boolean>();

type Work = (steps: number) => void;

/** @param work counts compared elements and members */
export function equals(a: CelValue, b: CelValue, work: Work = () => undefined): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const order = compareNumbers(a, b);
  if (order !== undefined) return order === 0;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b, work);
  if (isMap(a)) return isMap(b) && equalMaps(a, b, work);
  if (a instanceof ObjectValue) return b instanceof ObjectValue && a.type === b.type && equalObjects(a, b, work);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof OptionalValue) {
    if (!(b instanceof OptionalValue) || a.value === undefined || b.value === undefined) {
      return b instanceof OptionalValue && a.value === b.value;
    }
    return equals(a.value, b.value, work);
  }
  if (a instanceof OpaqueValue && b instanceof OpaqueValue && a.type === b.type) {
    return opaqueEquality.get(a.type)?.(a.data, b.data) ?? deepEqual(a.data, b.data);
  }
  return false;
}

function equalLists(a: ListValue, b: ListValue, work: Work): boolean {
  if (a.size !== b.size) return false;
  work(a.size);
  const semantics = a.semantics ?? b.semantics;
  if (semantics !== undefined) return equalUnordered(a, b, semantics, work);
  for (let i = 0; i < a.size; i++) if (!equals(a.at(i), b.at(i), work)) return false;
  return true;
}

/** Compares lists that are sets or keyed, regardless of order. */
function equalUnordered(a: ListValue, b: ListValue, semantics: ListSemantics, work: Work): boolean {
  const others = new Map<string, CelValue[]>();
  for (const item of b.values()) {
    const id = identityOf(item, semantics);
    const same = others.get(id);
    if (same === undefined) others.set(id, [item]);
    else same.push(item);
  }
  for (const item of a.values()) {
    const same = others.get(identityOf(item, semantics));
    const found = same?.findIndex((other) => equals(item, other, work)) ?? -1;
    work(same?.length ?? 0);
    if (found < 0) return false;
    same?.splice(found, 1);
  }
  return true;
}

/** A text that is equal for equal items. */
export function identityOf(item: CelValue, semantics: ListSemantics): string {
  if (semantics.kind === "set" || !(item instanceof ObjectValue)) return scalarId(item);
  return semantics.keys.map((key) => scalarId(item.get(key) ?? null)).join("\u0000");
}

const scalarId = (value: CelValue): string =>
  typeof value === "object" && value !== null ? "" : `${typeof value}:${String(value)}`;

function equalMaps(a: CelValue, b: CelValue, work: Work): boolean {
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  work(a.size);
  for (const key of a.keys()) {
    const mine = a.get(key);
    const other = b.get(key);
    if (mine === undefined || other === undefined || !equals(mine, other, work)) return false;
  }
  return true;
}

function equalObjects(a: ObjectValue, b: ObjectValue, work: Work): boolean {
  work(1);
  // For messages, only the members that are set are known.
  const names = b instanceof MessageValue ? new Set([...a.names(), ...b.names()]) : a.names();
  for (const name of names) {
    const mine = a.get(name);
    const other = b.get(name);
    if (mine === undefined || other === undefined) {
      if (mine !== other) return false;
    } else if (!equals(mine, other, work)) return false;
  }
  return equalUndeclared(a, b, work);
}

/** Members that expressions cannot read count, too. */
function equalUndeclared(a: ObjectValue, b: ObjectValue, work: Work): boolean {
  const mine = a.undeclared();
  work(mine.length);
  if (mine.length !== b.undeclared().length) return false;
  return mine.every((json) => Object.hasOwn(b.raw, json) && equals(dynamic(a.raw[json]), dynamic(b.raw[json]), work));
}

/** Negative, zero or positive; undefined when one of the values is not a number. NaN equals nothing. */
function compareNumbers(a: CelValue, b: CelValue): number | undefined {
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  if (typeof left !== "bigint" && typeof left !== "number") return undefined;
  if (typeof right !== "bigint" && typeof right !== "number") return undefined;
  // CEL compares integers and fractions exactly, and so does this operator with mixed operands.
  if (left < right) return -1;
  if (left > right) return 1;
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

/** Negative, zero or positive; undefined when the two values are not ordered. */
export function compare(a: CelValue, b: CelValue): number | undefined {
  const numbers = compareNumbers(a, b);
  if (numbers !== undefined) return numbers;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if ((a instanceof Timestamp && b instanceof Timestamp) || (a instanceof Duration && b instanceof Duration)) {
    return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  }
  return undefined;
}

/** Compares by code points, which is the order of UTF-8 bytes. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  for (let i = 0; i < a.length && i < b.length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    const leftPair = left >= 0xd800 && left < 0xe000;
    const rightPair = right >= 0xd800 && right < 0xe000;
    if (leftPair !== rightPair) return leftPair ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}
