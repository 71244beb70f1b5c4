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

/** Deeper nesting than any object may have; guards against hostile input. */
const MAX_DEPTH = 256;

/**
 * Reads `fieldsV1`: nested objects keyed by path element, where `{}` or the key `.` says that the path itself is owned.
 * Elements of unknown kind are skipped.
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
    if (typeof below !== "object" || below === null || Array.isArray(below)) {
      throw new InvalidPathElementError(`expected an object at ${text}`);
    }
    if (isEmptyMap(below)) {
      set.set(element, LEAF);
      continue;
    }
    const children = yield* parseInSteps(below, depth + 1);
    if (children.size > 0) set.set(element, { member: "." in below, children });
    else if ("." in below) set.set(element, LEAF);
  }
  return set;
}

/** The same at once. */
export const parseFieldsV1 = immediately((fields: unknown) => parseInSteps(fields));

/** Takes the place of an object that it is given: itself, or one that says the same. */
export type Share = (object: JsonObject) => JsonObject;
const asItIs: Share = (object) => object;

/**
 * Writes a set as `fieldsV1`, elements in the reference's order.
 *
 * @param share is given every object that the result is made of, those below first
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

/** The same at once. */
export const toFieldsV1 = immediately((set: FieldSet) => writeInSteps(set));

/** The elements of one level in the order in which they are written and listed. */
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
