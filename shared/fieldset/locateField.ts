import { parseJson } from "../json/parseJson.ts";
import { type FieldPath, parseElement } from "./pathElement.ts";

/** Where a value stands in an object: field names and list positions. */
export type ValuePath = readonly (string | number)[];

/**
 * Finds the value that a field path means in an object.
 *
 * @returns undefined when the object has no such value
 */
export function locatePath(object: unknown, path: FieldPath): ValuePath | undefined {
  const result: (string | number)[] = [];
  let value = object;
  for (const element of path) {
    const parsed = parseElement(element);
    if (parsed.kind === "field") {
      if (!isObject(value) || !Object.hasOwn(value, parsed.name)) return undefined;
      value = value[parsed.name];
      result.push(parsed.name);
      continue;
    }
    if (!Array.isArray(value)) return undefined;
    const items: unknown[] = value;
    const position =
      parsed.kind === "index"
        ? parsed.index
        : items.findIndex((item) =>
            parsed.kind === "value" ? sameScalar(item, parsed.value) : matchesKeys(item, parsed.fields),
          );
    if (position < 0 || position >= items.length) return undefined;
    value = items[position];
    result.push(position);
  }
  return result;
}

/**
 * Finds the value that a conflict's field text means (`causes[].field`, such as `.spec.containers[name="a"].image`).
 * Names may themselves hold dots and brackets (`.metadata.labels.app.example.com/name`), so the text alone is ambiguous:
 * the object decides, longest name first. List keys that the object leaves out (a port's protocol, filled in by default)
 * are taken to match.
 *
 * @returns undefined when the object has no such value
 */
export function locateFieldText(object: unknown, text: string): ValuePath | undefined {
  if (text === "") return [];
  if (text.startsWith(".") && isObject(object)) {
    const rest = text.slice(1);
    const names = Object.keys(object)
      .filter((name) => rest.startsWith(name) && isBoundary(rest, name.length))
      .sort((a, b) => b.length - a.length);
    for (const name of names) {
      const below = locateFieldText(object[name], rest.slice(name.length));
      if (below !== undefined) return [name, ...below];
    }
    return undefined;
  }
  if (!text.startsWith("[") || !Array.isArray(object)) return undefined;
  const items: unknown[] = object;
  for (const exact of [true, false]) {
    for (let i = 0; i < items.length; i++) {
      const length = selectorLength(items[i], i, text, exact);
      const below = length === undefined ? undefined : locateFieldText(items[i], text.slice(length));
      if (below !== undefined) return [i, ...below];
    }
  }
  return undefined;
}

const isBoundary = (text: string, at: number): boolean => at === text.length || text[at] === "." || text[at] === "[";

const SELECTOR = /^\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/;
const KEY = /([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/gy;

/** Length of the bracket at the start of `text` when it selects this item. */
function selectorLength(item: unknown, position: number, text: string, exact: boolean): number | undefined {
  const match = SELECTOR.exec(text);
  if (match === null) return undefined;
  const inner = match[1] ?? "";
  const length = match[0].length;
  if (/^\d+$/.test(inner)) return Number(inner) === position ? length : undefined;
  if (inner.startsWith("=")) return sameScalar(item, readScalar(inner.slice(1))) ? length : undefined;
  if (!isObject(item)) return undefined;
  for (const [, name = "", value = ""] of inner.matchAll(KEY)) {
    const given = item[name];
    if (given === undefined ? exact : !sameScalar(given, readScalar(value))) return undefined;
  }
  return length;
}

function readScalar(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const sameScalar = (a: unknown, b: unknown): boolean => a === b;

const matchesKeys = (item: unknown, fields: readonly (readonly [string, unknown])[]): boolean =>
  isObject(item) && fields.every(([name, value]) => item[name] === undefined || sameScalar(item[name], value));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
