import type { AnyForm, ScalarType, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { namesOf } from "../../../api/extensions/rules/escapeName.ts";
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
  objectOf,
  STRING,
  TIMESTAMP,
} from "../../../ground/cel/types/celType.ts";

/**
 * The scalar types as the reference derives them from the published schemas. The schema of a quantity has no type, so
 * nothing is known about it.
 */
const SCALARS: Readonly<Record<ScalarType, CelType | undefined>> = {
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
  quantity: undefined,
  intOrString: DYN,
};

/** Free-form values that are published as objects without fields. The other forms have no type. */
const OBJECTS: ReadonlySet<AnyForm> = new Set(["rawExtension", "fieldsV1", "unknown"]);

const known = new WeakMap<StructNode, CelType>();

/**
 * The CEL type of a kind, as far as its published schema declares one. Fields whose schema has no type do not exist for
 * expressions, nor do unknown fields that are preserved. Where a type contains itself, the inner one has no fields.
 * Types are named by their place in the object, so that no two of them are the same.
 *
 * @param kind the prefix of the types' names
 */
export function declaredType(node: StructNode, kind: string): CelType {
  let type = known.get(node);
  if (type === undefined) {
    type = structType(node, kind, [node]);
    known.set(node, type);
  }
  return type;
}

/** @param outer the structs that contain the type */
function typeOf(node: TypeNode, name: string, outer: readonly StructNode[]): CelType | undefined {
  switch (node.kind) {
    case "scalar":
      return SCALARS[node.scalar];
    case "list": {
      const items = typeOf(node.items, `${name}.@idx`, outer);
      return items && listOf(items);
    }
    case "map": {
      if (node.values.kind === "any" && node.values.undescribed === true) return objectOf(name, {});
      const values = typeOf(node.values, `${name}.@elem`, outer);
      return values && mapOf(STRING, values);
    }
    case "any":
      return OBJECTS.has(node.form) ? objectOf(name, {}) : undefined;
    case "struct":
      return outer.includes(node) ? objectOf(name, {}) : structType(node, name, [...outer, node]);
  }
}

function structType(node: StructNode, name: string, outer: readonly StructNode[]): CelType {
  const fields = new Map<string, ObjectField>();
  for (const [json, field] of node.byName) {
    const type = typeOf(field.type, `${name}.${json}`, outer);
    if (type === undefined) continue;
    for (const known of namesOf(json)) fields.set(known, { json, type });
  }
  return { kind: "object", name, fields };
}
