import { isTurnDue, isTurnOver, type Steps } from "../steps.ts";
import { setMember } from "./setMember.ts";

/**
 * A number whose text says more than its value: `1.0`, `1e3`, integers that no integer type can hold. Only between parsing
 * and decoding: typed decoders quote and judge the text.
 */
export class JsonNumber {
  /** As it stood in the document. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws TypeError always, as for a bigint: only `stringifyJson` prints it */
  toJSON(): never {
    throw new TypeError("a number's text is printed by stringifyJson");
  }
}

const INT64_LIMIT = 2n ** 63n;
const INTEGER = /^-?\d+$/;
/** Characters of the longest integer of 64 bits, with its sign. Reading longer ones exactly takes more than linear time. */
const INT64_LENGTH = 20;

/**
 * The value that untyped data has for a number's text: a whole number within 64 bits exactly (a bigint where a double would
 * round it), everything else the nearest double.
 */
export function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) || text.length > INT64_LENGTH || !INTEGER.test(text)) return value;
  const integer = BigInt(text);
  return integer >= -INT64_LIMIT && integer < INT64_LIMIT ? integer : value;
}

/** The same, but with the text kept where printing the value would not give it back. */
export function readNumberText(text: string): number | bigint | JsonNumber {
  const value = readNumber(text);
  return String(value) === text ? value : new JsonNumber(text);
}

/** A copy in which every number is a plain value; the same value when there is nothing to replace. */
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
