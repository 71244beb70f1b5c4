import { EMPTY_FIELD_SET, type FieldNode, type FieldSet } from "../fieldset/fieldSet.ts";
import { fieldElement, type PathElementText } from "../fieldset/pathElement.ts";
import { copyMap } from "../json/copyMap.ts";
import { isList, isMap } from "../json/jsonValues.ts";
import { setMember } from "../json/setMember.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import { childType, DEDUCED, isDeclared, itemElement, shapeOf } from "./typeShape.ts";

/**
 * Removes the paths of a set from a value. A map, struct or list that becomes empty stays, because a manager stated it,
 * unless the set names it too.
 */
export function* removeItems(node: TypeNode, value: unknown, set: FieldSet): Steps<unknown> {
  if (set.size === 0) return value;
  const shape = shapeOf(node, value);
  if (shape.kind === "fields" && isMap(value)) {
    let result: Record<string, unknown> | undefined;
    for (const name in value) {
      if (isTurnDue()) yield;
      const found = set.get(fieldElement(name));
      if (found === undefined) continue;
      if (found.member) {
        result ??= yield* copyMap(value);
        delete result[name];
        continue;
      }
      const type = childType(shape.node, name) ?? DEDUCED;
      const left = yield* removeItems(type, value[name], found.children ?? EMPTY_FIELD_SET);
      if (left === value[name]) continue;
      result ??= yield* copyMap(value);
      setMember(result, name, left);
    }
    return result ?? value;
  }
  if (shape.kind === "items" && isList(value)) {
    let changed = false;
    const result: unknown[] = [];
    for (const item of value) {
      if (isTurnDue()) yield;
      const identity = itemElement(shape.node, item);
      const found = "element" in identity ? set.get(identity.element) : undefined;
      if (found?.member) {
        changed = true;
        continue;
      }
      const left = found?.children === undefined ? item : yield* removeItems(shape.node.items, item, found.children);
      if (left !== item) changed = true;
      result.push(left);
    }
    return changed ? result : value;
  }
  return value;
}

/**
 * Adds every declared struct field below which the set has paths. Such a field is not owned itself when fields inside
 * it are, but it counts as stated when deciding what may be removed.
 */
export function* ensureDeclaredMembers(set: FieldSet, node: TypeNode): Steps<FieldSet> {
  const result = new Map<PathElementText, FieldNode>();
  for (const [element, found] of set) {
    if (isTurnDue()) yield;
    if (found.children === undefined) {
      result.set(element, found);
      continue;
    }
    const name = element.startsWith("f:") ? element.slice(2) : undefined;
    const owner = node.kind === "struct" || node.kind === "map" || node.kind === "any" ? node : undefined;
    let type: TypeNode = DEDUCED;
    if (name !== undefined && owner !== undefined) type = childType(owner, name) ?? DEDUCED;
    else if (name === undefined && node.kind === "list") type = node.items;
    const declared = name !== undefined && owner !== undefined && isDeclared(owner, name);
    const children = yield* ensureDeclaredMembers(found.children, type);
    result.set(element, { member: found.member || declared, children });
  }
  return result;
}
