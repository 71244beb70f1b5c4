/** Navigates from a type to the types of its parts; undefined means plain JSON. */
import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";

/** Type of a member of a map or struct. */
export function memberType(type: TypeNode | undefined, name: string): TypeNode | undefined {
  if (type?.kind === "map") return type.values;
  return structOf(type)?.byName.get(name)?.type;
}

/** Type of the elements of an array. */
export function itemType(type: TypeNode | undefined): TypeNode | undefined {
  return type?.kind === "list" ? type.items : type?.kind === "any" ? type.schema : undefined;
}

export const isBytes = (type: TypeNode | undefined): boolean => type?.kind === "scalar" && type.scalar === "bytes";

export const isFloat = (type: TypeNode | undefined): boolean =>
  type?.kind === "scalar" && (type.scalar === "double" || type.scalar === "float");

/** Whether the type excludes floats, even whole ones. */
export const isInteger = (type: TypeNode | undefined): boolean =>
  type?.kind === "scalar" && (type.scalar === "int32" || type.scalar === "int64" || type.scalar === "intOrString");

/** Where a schema or something simpler is allowed, an object must be the schema. */
const structOf = (type: TypeNode | undefined): StructNode | undefined =>
  type?.kind === "struct" ? type : type?.kind === "any" ? type.schema : undefined;
