import type { JsonObject } from "../object.ts";
import type { FieldNode, FieldSet } from "./fieldSet.ts";
import { EMPTY_FIELD_SET, LEAF } from "./fieldSet.ts";
import { compareElements, InvalidPathElementError, normalizeElement, type PathElementText } from "./pathElement.ts";

/** Deeper nesting than any object may have; guards against hostile input. */
const MAX_DEPTH = 256;

/**
 * Reads `fieldsV1`: nested objects keyed by path element, where `{}` or the key `.` says that the path itself is owned.
 * Elements of unknown kind are skipped.
 *
 * @throws InvalidPathElementError
 */
export function parseFieldsV1(fields: unknown, depth = 0): FieldSet {
  if (fields === undefined || fields === null) return EMPTY_FIELD_SET;
  if (typeof fields !== "object" || Array.isArray(fields)) throw new InvalidPathElementError("expected an object");
  if (depth > MAX_DEPTH) throw new InvalidPathElementError("nested too deeply");
  const set = new Map<PathElementText, FieldNode>();
  for (const [text, below] of Object.entries(fields)) {
    if (text === ".") continue;
    const element = normalizeElement(text);
    if (element === undefined) continue;
    if (typeof below !== "object" || below === null || Array.isArray(below)) {
      throw new InvalidPathElementError(`expected an object at ${text}`);
    }
    const children = parseFieldsV1(below, depth + 1);
    if (children.size > 0) set.set(element, { member: "." in below, children });
    else if ("." in below || Object.keys(below).length === 0) set.set(element, LEAF);
  }
  return set;
}

/** Writes a set as `fieldsV1`, elements in the reference's order. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const result: JsonObject = {};
  for (const element of sortedElements(set)) {
    const node = set.get(element);
    if (node === undefined) continue;
    const below = node.children === undefined ? {} : toFieldsV1(node.children);
    result[element] = node.member && node.children !== undefined ? { ".": {}, ...below } : below;
  }
  return result;
}

/** The elements of one level in the order in which they are written and listed. */
export function sortedElements(set: FieldSet): PathElementText[] {
  return [...set.keys()].sort(compareElements);
}
