import { isTurnOver, type Steps } from "../steps.ts";
import { JsonNumber } from "./jsonNumber.ts";
import { LARGE } from "./largeMaps.ts";
import { partsOf } from "./partsOf.ts";
import { setMember } from "./setMember.ts";
import { stringifyJson } from "./stringifyJson.ts";

/**
 * The text that `stringifyJson` prints, in chunks: what is large is printed some members at a time.
 *
 * @param indent spaces of each level, none for the compact form
 * @throws TypeError for a value that has no JSON form at all, such as undefined
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
  /** Spaces of a level. */
  readonly width: number;
  readonly colon: string;
}

type Divisible = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Numbers whose text was kept, and whatever has a form of its own, are printed whole. */
const isDivisible = (value: unknown): value is Divisible =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof JsonNumber) &&
  typeof (value as { toJSON?: unknown }).toJSON !== "function";

/** Prints an object or a list that is large. @param line the line break with the indentation of the level; "" for none */
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
    // Nothing but members that are left out.
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
