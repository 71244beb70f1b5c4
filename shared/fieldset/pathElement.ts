import { escapeMarkup } from "../json/escapeMarkup.ts";
import { parseJson } from "../json/parseJson.ts";

/**
 * One element of a field path, in the text form of `FieldsV1`: `f:name` for a field or map key, `k:{json}` for a list
 * item identified by its keys, `v:json` for a member of a set, `i:n` for an index. The text is canonical (compact JSON,
 * sorted keys, markup in values escaped), so equal elements are equal strings.
 */
export type PathElementText = string;

export type PathElement =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "key"; readonly fields: readonly (readonly [string, unknown])[] }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "index"; readonly index: number };

/** A path from the object's root. */
export type FieldPath = readonly PathElementText[];

/** Thrown for text that is not a path element. */
export class InvalidPathElementError extends Error {}

export const fieldElement = (name: string): PathElementText => `f:${name}`;
export const valueElement = (value: unknown): PathElementText => `v:${valueText(value)}`;
export const indexElement = (index: number): PathElementText => `i:${index}`;

/** @param fields name and value of each key of the item, in any order */
export function keyElement(fields: readonly (readonly [string, unknown])[]): PathElementText {
  const only = fields[0];
  if (fields.length === 1 && only !== undefined) return `k:{${JSON.stringify(only[0])}:${valueText(only[1])}}`;
  const sorted = [...fields].sort((a, b) => compareText(a[0], b[0]));
  return `k:{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${valueText(value)}`).join(",")}}`;
}

const valueText = (value: unknown): string => escapeMarkup(canonicalJson(value));

/** JSON without white space, with the keys of every object sorted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort((a, b) => compareText(a[0], b[0]));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join(",")}}`;
}

/**
 * Converts text from outside into canonical form.
 *
 * @returns undefined for an unknown kind of element, which readers skip
 * @throws InvalidPathElementError for text without a kind, or with malformed JSON
 */
export function normalizeElement(text: string): PathElementText | undefined {
  if (text.length < 2 || text[1] !== ":") throw new InvalidPathElementError(`missing colon: ${text}`);
  switch (text[0]) {
    case "f":
      return text;
    case "i": {
      if (!/^i:-?\d+$/.test(text)) throw new InvalidPathElementError(`invalid index: ${text}`);
      return indexElement(Number(text.slice(2)));
    }
    case "v":
      return valueElement(readJson(text));
    case "k": {
      const fields = readJson(text);
      if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
        throw new InvalidPathElementError(`keys must be an object: ${text}`);
      }
      return keyElement(Object.entries(fields));
    }
    default:
      return undefined;
  }
}

function readJson(text: string): unknown {
  try {
    return parseJson(text.slice(2));
  } catch {
    throw new InvalidPathElementError(`invalid JSON: ${text}`);
  }
}

/** Parses a canonical element. @throws InvalidPathElementError */
export function parseElement(text: PathElementText): PathElement {
  switch (text[0]) {
    case "f":
      return { kind: "field", name: text.slice(2) };
    case "k":
      return { kind: "key", fields: Object.entries(readJson(text) as Record<string, unknown>) };
    case "v":
      return { kind: "value", value: readJson(text) };
    case "i":
      return { kind: "index", index: Number(text.slice(2)) };
    default:
      throw new InvalidPathElementError(text);
  }
}

const KINDS: readonly PathElement["kind"][] = ["field", "key", "value", "index"];

/** The encoding order of elements: fields, keys, values, indexes; numbers by value, texts by code point. */
export const compareElements = (a: PathElementText, b: PathElementText): number =>
  a === b ? 0 : compareParsed(parseElement(a), parseElement(b));

/** Like {@link compareElements}, for parsed elements; use it for long lists, to parse each element only once. */
export function compareParsed(a: PathElement, b: PathElement): number {
  if (a.kind === "field" && b.kind === "field") return compareText(a.name, b.name);
  if (a.kind === "index" && b.kind === "index") return a.index - b.index;
  if (a.kind === "value" && b.kind === "value") return compareJson(a.value, b.value);
  if (a.kind === "key" && b.kind === "key") return compareKeys(a.fields, b.fields);
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

type KeyFields = readonly (readonly [string, unknown])[];

function compareKeys(a: KeyFields, b: KeyFields): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [leftName, leftValue] = a[i] ?? ["", undefined];
    const [rightName, rightValue] = b[i] ?? ["", undefined];
    const order = compareText(leftName, rightName) || compareJson(leftValue, rightValue);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const isNumber = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint";

const typeRank = (value: unknown): number => {
  if (isNumber(value)) return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  if (Array.isArray(value)) return 3;
  return value === null || value === undefined ? 5 : 4;
};

/** Numbers sort before texts, booleans, lists, objects and null, in this order. */
function compareJson(a: unknown, b: unknown): number {
  const byType = typeRank(a) - typeRank(b);
  if (byType !== 0) return byType;
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : Number(a > b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return compareText(canonicalJson(a), canonicalJson(b));
}

/** Code-unit order, as used for sorted JSON keys. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
