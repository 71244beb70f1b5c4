import { followsStruct, isDropped } from "../../../shared/apply/typeShape.ts";
import { isList, isMap } from "../../../shared/json/jsonValues.ts";
import type { Field, ListNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";

/**
 * Finds a list item without a key. Very few structs omit an empty key of their list. The reference cannot compute the
 * owners of an object with such an item.
 *
 * @returns the reference's message for the first such item; undefined when there is none
 */
export function* unidentifiedItem(node: TypeNode, value: unknown, path = ""): Steps<string | undefined> {
  if (!mayOmitKeys(node)) return undefined;
  if (node.kind === "struct" && isMap(value)) {
    for (const { name, type } of node.fields) {
      const found = yield* unidentifiedItem(type, value[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
  }
  if (node.kind !== "list" || !isList(value)) return undefined;
  const keys = omittedKeys(node);
  for (const [position, item] of value.entries()) {
    if (isTurnDue()) yield;
    const missing = keys.find((key) => isMap(item) && isMissing(key, item[key.name]));
    if (missing !== undefined) {
      const key = JSON.stringify(missing.name);
      return `${path}: element ${position}: associative list with keys has an element that omits key field ${key} (and doesn't have default value)`;
    }
  }
  return undefined;
}

const isMissing = (key: Field, value: unknown): boolean => value === undefined || isDropped(key, value);

const known = new WeakMap<TypeNode, boolean>();

/** Whether a list in a struct, or in one of its structs, may have items without a key. */
function mayOmitKeys(node: TypeNode): boolean {
  let result = known.get(node);
  if (result === undefined) {
    result = search(node, new Set());
    known.set(node, result);
  }
  return result;
}

function search(node: TypeNode, seen: Set<TypeNode>): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  if (node.kind === "list") return omittedKeys(node).length > 0;
  return node.kind === "struct" && node.fields.some(({ type }) => search(type, seen));
}

/** The keys of a list that a struct omits when they are empty, and that have no default. */
function omittedKeys({ listType, mapKeys = [], items }: ListNode): readonly Field[] {
  if (listType !== "map" || items.kind !== "struct") return [];
  return mapKeys.flatMap((key) => {
    const field = items.byName.get(key);
    return field === undefined || field.keep || field.default !== undefined || !followsStruct(field) ? [] : [field];
  });
}
