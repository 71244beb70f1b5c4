import { isTurnDue, isTurnOver, type Steps } from "../steps.ts";
import { setMember } from "./setMember.ts";

/**
 * A number whose text carries more than its value: `1.0`, `1e3`, integers that no integer type can represent. Exists
 * only between parsing and decoding: typed decoders check and quote the text.
 */
export class JsonNumber {
  /** The text in the document. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws TypeError always, like a bigint: only `stringifyJson` can print it */
  toJSON(): never {
    throw new TypeError("a number's text is printed by stringifyJson");
  }
}

const INT64_LIMIT = 2n ** 63n;
const INTEGER = /^-?\d+$/;
/**
 * Length of the longest 64-bit integer, including its sign. Parsing longer ones exactly takes more than linear time.
 */
const INT64_LENGTH = 20;

/**
 * The value of a number's text in untyped data: integers within 64 bits exactly (as bigint if a double would round
 * them), everything else as the nearest double.
 */
export function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) || text.length > INT64_LENGTH || !INTEGER.test(text)) return value;
  const integer = BigInt(text);
  return integer >= -INT64_LIMIT && integer < INT64_LIMIT ? integer : value;
}

/** Like {@link readNumber}, but keeps the text if printing the value would not restore it. */
export function readNumberText(text: string): number | bigint | JsonNumber {
  const value = readNumber(text);
  return String(value) === text ? value : new JsonNumber(text);
}

/** A copy with plain values for all numbers; returns the same value when there is nothing to replace. */
export function* plainNumbers(value: unknown): Steps<unknown> {
  if (value instanceof JsonNumber) return readNumber(value.text);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? yield* plainItems(value) : yield* plainMembers(value as Record<string, unknown>);
}

function* plainItems(items: readonly unknown[]): Steps<readonly unknown[]> {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    if (isTurnDue()) yield;
    const before = items[i];
    if (typeof before !== "object" || before === null) continue;
    const item = yield* plainNumbers(before);
    if (item === before) continue;
    copy ??= [...items];
    copy[i] = item;
  }
  return copy ?? items;
}

function* plainMembers(object: Readonly<Record<string, unknown>>): Steps<Readonly<Record<string, unknown>>> {
  if (isTurnOver()) yield;
  const replaced = new Map<string, unknown>();
  for (const name of Object.keys(object)) {
    if (isTurnDue()) yield;
    const before = object[name];
    if (typeof before !== "object" || before === null) continue;
    const member = yield* plainNumbers(before);
    if (member !== before) replaced.set(name, member);
  }
  if (replaced.size === 0) return object;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (isTurnDue()) yield;
    setMember(copy, name, replaced.has(name) ? replaced.get(name) : object[name]);
  }
  return copy;
}
