import { type FieldNode, type FieldSet, LEAF } from "../fieldset/fieldSet.ts";
import type { PathElementText } from "../fieldset/pathElement.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import { childType, shapeOf } from "./typeShape.ts";

const reconciled = new WeakMap<FieldSet, WeakMap<TypeNode, FieldSet>>();

/**
 * Adapts a set that was written under an older schema to the current one: where a type has since become atomic, a
 * manager that owned fields inside now owns the whole. Returns sets that already fit unchanged.
 */
export function* reconcileSet(set: FieldSet, node: TypeNode): Steps<FieldSet> {
  let byType = reconciled.get(set);
  if (byType === undefined) {
    byType = new WeakMap();
    reconciled.set(set, byType);
  }
  let result = byType.get(node);
  if (result === undefined) {
    result = yield* reconcileLevel(set, node);
    byType.set(node, result);
  }
  return result;
}

function* reconcileLevel(set: FieldSet, node: TypeNode): Steps<FieldSet> {
  let copy: Map<PathElementText, FieldNode> | undefined;
  for (const [element, found] of set) {
    if (isTurnDue()) yield;
    if (found.children === undefined) continue;
    const type = typeBelow(node, element);
    // Free-form values have no schema that could have changed, and fields of a scalar stay as a client sent them.
    if (type === undefined || type.kind === "any" || type.kind === "scalar") continue;
    const atomic = shapeOf(type).kind === "leaf";
    const children = atomic ? undefined : yield* reconcileLevel(found.children, type);
    if (children === found.children) continue;
    copy ??= new Map(set);
    copy.set(element, atomic || children === undefined ? LEAF : { member: found.member, children });
  }
  return copy ?? set;
}

function typeBelow(node: TypeNode, element: PathElementText): TypeNode | undefined {
  if (node.kind === "list") return node.items;
  if (node.kind === "scalar" || !element.startsWith("f:")) return undefined;
  return childType(node, element.slice(2));
}
