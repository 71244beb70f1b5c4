import { isEmptyMap, noteMembers } from "../json/largeMaps.ts";
import type { JsonObject } from "../object.ts";
import { sortInSteps } from "../sortInSteps.ts";
import { immediately, isTurnDue, type Steps } from "../steps.ts";
import type { FieldNode, FieldSet } from "./fieldSet.ts";
import { EMPTY_FIELD_SET, LEAF } from "./fieldSet.ts";
import {
  compareParsed,
  compareText,
  InvalidPathElementError,
  normalizeElement,
  type PathElementText,
  parseElement,
} from "./pathElement.ts";

/** Maximum nesting depth, deeper than that of any real object; protects against malicious input. */
const MAX_DEPTH = 256;

/**
 * Decodes `fieldsV1`: nested objects keyed by path element, where null, an object without known elements or the key `.`
 * means that the path itself is owned. Skips elements of unknown kind.
 *
 * @throws InvalidPathElementError
 */
export function* parseInSteps(fields: unknown, depth = 0): Steps<FieldSet> {
  if (fields === undefined || fields === null) return EMPTY_FIELD_SET;
  if (typeof fields !== "object" || Array.isArray(fields)) throw new InvalidPathElementError("expected an object");
  if (depth > MAX_DEPTH) throw new InvalidPathElementError("nested too deeply");
  const set = new Map<PathElementText, FieldNode>();
  for (const text of Object.keys(fields)) {
    if (isTurnDue()) yield;
    const below = (fields as Readonly<Record<string, unknown>>)[text];
    if (text === ".") continue;
    const element = normalizeElement(text);
    if (element === undefined) continue;
    if (below === null) {
      set.set(element, LEAF);
      continue;
    }
    if (typeof below !== "object" || Array.isArray(below)) {
      throw new InvalidPathElementError(`expected an object at ${text}`);
    }
    if (isEmptyMap(below)) {
      set.set(element, LEAF);
      continue;
    }
    const children = yield* parseInSteps(below, depth + 1);
    set.set(element, children.size === 0 ? LEAF : { member: "." in below, children });
  }
  return set;
}

/** Like {@link parseInSteps}, but without pausing. */
export const parseFieldsV1 = immediately((fields: unknown) => parseInSteps(fields));

/** Returns an object to use in place of the given one: itself, or an equal object. */
export type Share = (object: JsonObject) => JsonObject;
const asItIs: Share = (object) => object;

/**
 * Encodes a set as `fieldsV1`, with the elements in the reference's order.
 *
 * @param share called with every object of the result, children first
 */
export function* writeInSteps(set: FieldSet, share: Share = asItIs, isMember = false): Steps<JsonObject> {
  const result: JsonObject = isMember ? { ".": share({}) } : {};
  const elements = yield* sortElements(set);
  for (const element of elements) {
    if (isTurnDue()) yield;
    const node = set.get(element);
    if (node !== undefined)
      result[element] =
        node.children === undefined ? share({}) : yield* writeInSteps(node.children, share, node.member);
  }
  noteMembers(result, elements);
  return share(result);
}

/** Like {@link writeInSteps}, but without pausing. */
export const toFieldsV1 = immediately((set: FieldSet) => writeInSteps(set));

/** The elements of one level in encoding order. */
export function* sortElements(set: FieldSet): Steps<PathElementText[]> {
  const texts = [...set.keys()];
  if (texts.length < 2) return texts;
  if (texts.every((text) => text.startsWith("f:"))) return yield* sortInSteps(texts, compareText);
  const elements = [];
  for (const text of texts) {
    if (isTurnDue()) yield;
    elements.push({ text, parsed: parseElement(text) });
  }
  const sorted = yield* sortInSteps(elements, (a, b) => compareParsed(a.parsed, b.parsed));
  return sorted.map(({ text }) => text);
}
