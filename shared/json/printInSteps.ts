import { isTurnOver, type Steps } from "../steps.ts";
import { JsonNumber } from "./jsonNumber.ts";
import { LARGE } from "./largeMaps.ts";
import { partsOf } from "./partsOf.ts";
import { setMember } from "./setMember.ts";
import { stringifyJson } from "./stringifyJson.ts";

/**
 * The text that `stringifyJson` prints, in chunks: large values are printed some members at a time.
 *
 * @param indent spaces per level, 0 for the compact form
 * @throws TypeError for a value without a JSON form, such as undefined
 */
export function* printInSteps(value: unknown, indent = 0): Steps<readonly string[]> {
  if (!isDivisible(value) || partsOf(value, LARGE) <= LARGE) return [stringifyJson(value, indent)];
  const chunks: string[] = [];
  yield* print(value, { chunks, width: indent, colon: indent === 0 ? ":" : ": " }, indent === 0 ? "" : "\n");
  return chunks;
}

/** {@link printInSteps} as one text. */
export function* stringifyInSteps(value: unknown): Steps<string> {
  const [first = "", ...others] = yield* printInSteps(value);
  return others.length === 0 ? first : first + others.join("");
}

interface Printer {
  readonly chunks: string[];
  /** Spaces per level. */
  readonly width: number;
  readonly colon: string;
}

type Divisible = readonly unknown[] | Readonly<Record<string, unknown>>;

/** {@link JsonNumber}s and objects with their own JSON form are printed as a whole. */
const isDivisible = (value: unknown): value is Divisible =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof JsonNumber) &&
  typeof (value as { toJSON?: unknown }).toJSON !== "function";

/** Prints a large object or list. @param line the line break with the indentation of the level; "" for none */
function* print(value: Divisible, printer: Printer, line: string): Steps<void> {
  if (isTurnOver()) yield;
  const { chunks, width, colon } = printer;
  const isList = Array.isArray(value);
  const [opening, closing] = isList ? "[]" : "{}";
  const inner = line === "" ? "" : line + " ".repeat(width);
  let separator = opening;
  let group: unknown[] | Record<string, unknown> = isList ? [] : {};
  let parts = 0;
  const flush = (): void => {
    if (parts === 0) return;
    const text = stringifyJson(group, width).slice(1, line === "" ? -1 : -2);
    // Empty if all members of the chunk are omitted.
    if (text !== "") {
      chunks.push(separator as string, line === "" || line === "\n" ? text : text.replaceAll("\n", line));
      separator = ",";
    }
    group = isList ? [] : {};
    parts = 0;
  };
  for (const name of isList ? value.keys() : Object.keys(value)) {
    const member = (value as Readonly<Record<string | number, unknown>>)[name];
    const size = partsOf(member, LARGE);
    if (size > LARGE && isDivisible(member)) {
      flush();
      chunks.push(`${separator}${inner}${isList ? "" : `${JSON.stringify(name)}${colon}`}`);
      yield* print(member, printer, inner);
      separator = ",";
    } else {
      if (Array.isArray(group)) group.push(member);
      else setMember(group, name as string, member);
      parts += 1 + size;
      if (parts > LARGE) flush();
    }
    if (isTurnOver()) yield;
  }
  flush();
  chunks.push(separator === opening ? `${opening}${closing}` : `${line}${closing}`);
}
