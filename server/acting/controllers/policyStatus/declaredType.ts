import type { ScalarType, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { escapeName } from "../../../api/extensions/rules/escapeName.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DYN,
  INT,
  listOf,
  mapOf,
  type ObjectField,
  STRING,
  TIMESTAMP,
} from "../../../ground/cel/types/celType.ts";

const SCALARS: Readonly<Record<ScalarType, CelType>> = {
  string: STRING,
  int32: INT,
  int64: INT,
  bool: BOOL,
  double: DOUBLE,
  float: DOUBLE,
  bytes: BYTES,
  time: TIMESTAMP,
  microTime: TIMESTAMP,
  duration: STRING,
  quantity: DYN,
  intOrString: DYN,
};

const known = new WeakMap<StructNode, CelType>();

/**
 * What expressions could know of a kind's objects, from its declared type. Where a type contains itself, the inner one
 * counts as dynamic.
 */
export function declaredType(node: TypeNode): CelType {
  switch (node.kind) {
    case "scalar":
      return SCALARS[node.scalar];
    case "list":
      return listOf(declaredType(node.items));
    case "map":
      return mapOf(STRING, declaredType(node.values));
    case "any":
      return DYN;
    case "struct":
      return structType(node);
  }
}

function structType(node: StructNode): CelType {
  const found = known.get(node);
  if (found !== undefined) return found;
  if (node.preserveUnknown === true || node.embeddedResource === true) return DYN;
  known.set(node, DYN);
  const fields = new Map<string, ObjectField>();
  for (const [name, field] of node.byName) {
    const escaped = escapeName(name);
    if (escaped !== undefined) fields.set(escaped, { json: name, type: declaredType(field.type) });
  }
  const type: CelType = { kind: "object", name: node.name ?? "object", fields };
  known.set(node, type);
  return type;
}
