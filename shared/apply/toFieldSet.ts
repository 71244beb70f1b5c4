import { type FieldNode, type FieldSet, LEAF } from "../fieldset/fieldSet.ts";
import { fieldElement, type PathElementText } from "../fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import { childType, DEDUCED, isDeclared, itemElement, shapeOf } from "./typeShape.ts";

/**
 * The set of fields that a value states, which an applied configuration claims to own.
 *
 * Scalars and atomic values are leaves. Items of set and map lists and keys of maps are members, in addition to the
 * paths below them. A declared struct field is a member only when it is empty or null. Items that cannot be identified
 * are left out.
 */
export function* toFieldSet(value: unknown, node: TypeNode): Steps<FieldSet> {
  const set = new Map<PathElementText, FieldNode>();
  const shape = shapeOf(node, value);
  if (shape.kind === "fields" && isMap(value)) yield* addFields(value, shape.node, set);
  if (shape.kind === "items" && isList(value)) {
    for (const item of value) {
      if (isTurnDue()) yield;
      const identity = itemElement(shape.node, item);
      if ("element" in identity) set.set(identity.element, nodeOf(true, yield* toFieldSet(item, shape.node.items)));
    }
  }
  return set;
}

function* addFields(
  value: JsonMap,
  node: Parameters<typeof childType>[0],
  set: Map<PathElementText, FieldNode>,
): Steps<void> {
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const child = value[name];
    if (child === undefined) continue;
    const type = childType(node, name) ?? DEDUCED;
    const shape = shapeOf(type, child);
    const empty = child === null || (isMap(child) && isEmptyMap(child));
    const whole = shape.kind === "leaf" || (shape.kind === "items" ? !isList(child) : !isMap(child));
    const children = whole ? undefined : yield* toFieldSet(child, type);
    const member = whole || empty || !isDeclared(node, name);
    if (member || (children !== undefined && children.size > 0)) {
      set.set(fieldElement(name), nodeOf(member, children));
    }
  }
}

const nodeOf = (member: boolean, children: FieldSet | undefined): FieldNode => {
  if (children === undefined || children.size === 0) return LEAF;
  return { member, children };
};
