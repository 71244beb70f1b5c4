import { EMPTY_FIELD_SET, type FieldSet } from "../fieldset/fieldSet.ts";
import { unionOf } from "../fieldset/immediateAlgebra.ts";
import { parseElement } from "../fieldset/pathElement.ts";
import type { Field, StructNode, TypeNode } from "../schema/typeNode.ts";
import { DEDUCED } from "./typeShape.ts";

/**
 * The type of an object without a known schema, as far as its managedFields reveal it: a list whose items are owned by
 * key or by value has the corresponding list type. Everything else is free-form: maps are merged key by key, lists are
 * atomic.
 *
 * @param set the fields of all managers together
 */
export function typeOfOwnership(set: FieldSet): TypeNode {
  const elements = [...set].map(([element, node]) => ({
    element: parseElement(element),
    below: node.children ?? EMPTY_FIELD_SET,
  }));
  const below = (): TypeNode => typeOfOwnership(unionOf(elements.map((each) => each.below)));
  const first = elements[0]?.element;
  if (first?.kind === "key") {
    return { kind: "list", items: below(), listType: "map", mapKeys: first.fields.map(([name]) => name) };
  }
  if (first?.kind === "value") return { kind: "list", items: below(), listType: "set" };
  const fields = elements.flatMap(({ element, below: inner }): Field[] => {
    if (element.kind !== "field" || inner.size === 0) return [];
    return [{ name: element.name, type: typeOfOwnership(inner), pointer: true, keep: false, required: false }];
  });
  if (fields.length === 0) return DEDUCED;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const struct: StructNode = { kind: "struct", fields, byName, gvks: [], preserveUnknown: true };
  return struct;
}
