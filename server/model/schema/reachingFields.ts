import type { Field, ScalarNode, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";

/**
 * Where a kind of field occurs in types, so that an algorithm about such fields visits only the parts of an object that
 * can contain one. Answers are remembered per struct.
 */
export class ReachingFields {
  readonly #isWanted: (field: Field) => boolean;
  readonly #known = new WeakMap<StructNode, readonly Field[]>();

  /** @param isWanted whether a field is one of those that the algorithm is about */
  constructor(isWanted: (field: Field) => boolean) {
    this.#isWanted = isWanted;
  }

  /** The fields of a struct that are wanted themselves, or whose values can contain a wanted field. */
  of(node: StructNode): readonly Field[] {
    let fields = this.#known.get(node);
    if (fields === undefined) {
      fields = node.fields.filter((field) => !field.protoOnly && (this.#isWanted(field) || this.#isBelow(field)));
      this.#known.set(node, fields);
    }
    return fields;
  }

  /** Whether values of a type can contain a wanted field. */
  within(node: TypeNode): boolean {
    const leaf = itemType(node);
    return leaf.kind === "struct" && this.of(leaf).length > 0;
  }

  /** @param seen the structs on the path, because types may contain themselves */
  #isBelow({ type }: Field, seen = new Set<StructNode>()): boolean {
    const leaf = itemType(type);
    if (leaf.kind !== "struct" || seen.has(leaf)) return false;
    seen.add(leaf);
    return leaf.fields.some((field) => !field.protoOnly && (this.#isWanted(field) || this.#isBelow(field, seen)));
  }
}

/** The type of the items of nested lists and maps; any other type itself. */
export function itemType(node: TypeNode): Exclude<TypeNode, { readonly kind: "list" | "map" }> {
  let item = node;
  while (item.kind === "list" || item.kind === "map") item = item.kind === "list" ? item.items : item.values;
  return item;
}

/** Whether a type is a quantity. */
export const isQuantity = (node: TypeNode): node is ScalarNode => node.kind === "scalar" && node.scalar === "quantity";
