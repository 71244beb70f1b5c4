import { keyElement, type PathElementText, valueElement } from "../fieldset/pathElement.ts";
import { isList, isMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import type { AnyNode, Field, ListNode, MapNode, ScalarNode, StructNode, TypeNode } from "../schema/typeNode.ts";

/** Type of values that the schema does not describe: maps are merged key by key, lists are atomic. */
export const DEDUCED: AnyNode = { kind: "any", form: "any" };

/** How field ownership treats the values of a type: as atomic, as a map of fields, or as a list of identified items. */
export type Shape =
  | { readonly kind: "leaf" }
  | { readonly kind: "fields"; readonly node: StructNode | MapNode | AnyNode }
  | { readonly kind: "items"; readonly node: ListNode };

const LEAF_SHAPE: Shape = { kind: "leaf" };
const shapes = new WeakMap<TypeNode, Shape>();

/** The shape of a type's values. For free-form types it depends on the values: pass any available ones as samples. */
export function shapeOf(node: TypeNode, ...samples: readonly unknown[]): Shape {
  if (node.kind === "scalar") return LEAF_SHAPE;
  if (node.kind === "any" && !samples.some(isMap)) return LEAF_SHAPE;
  let shape = shapes.get(node);
  if (shape === undefined) {
    shape = computeShape(node);
    shapes.set(node, shape);
  }
  return shape;
}

function computeShape(node: StructNode | MapNode | AnyNode | ListNode): Shape {
  if (node.kind === "list") {
    return node.listType === "map" || node.listType === "set" ? { kind: "items", node } : LEAF_SHAPE;
  }
  if (node.kind !== "any" && node.mapType === "atomic") return LEAF_SHAPE;
  return { kind: "fields", node };
}

/** Type of the value under `name`; undefined when the type has no such field. */
export function childType(node: StructNode | MapNode | AnyNode, name: string): TypeNode | undefined {
  if (node.kind === "map") return node.values;
  if (node.kind === "any") return DEDUCED;
  const field = node.byName.get(name);
  if (field !== undefined) return field.type;
  return node.preserveUnknown ? DEDUCED : undefined;
}

/** Whether `name` is a field that the type declares, as opposed to a key of a map. */
export const isDeclared = (node: StructNode | MapNode | AnyNode, name: string): boolean =>
  node.kind === "struct" && node.byName.has(name);

/**
 * Identifies a list item within its list.
 *
 * @returns the path element, or the reason why the item has none
 */
export function itemElement(node: ListNode, item: unknown): { element: PathElementText } | { problem: string } {
  if (node.listType !== "map") {
    if (isMap(item)) return { problem: "associative list without keys has an element that's a map type" };
    if (isList(item)) return { problem: "not supported: associative list with lists as elements" };
    if (item === null || item === undefined) {
      return { problem: "associative list without keys has an element that's an explicit null" };
    }
    return { element: valueElement(item) };
  }
  if (item === null || item === undefined) return { problem: "associative list with keys may not have a null element" };
  if (!isMap(item)) return { problem: "associative list with keys may not have non-map elements" };
  const fields: [string, unknown][] = [];
  for (const key of node.mapKeys ?? []) {
    const value = item[key] === undefined ? keyDefault(node.items, key) : item[key];
    if (value === undefined) {
      const name = JSON.stringify(key);
      return {
        problem: `associative list with keys has an element that omits key field ${name} (and doesn't have default value)`,
      };
    }
    fields.push([key, value]);
  }
  return { element: keyElement(fields) };
}

/** The value of a list key that an item omits: its default, or zero where the reference always has a value. */
function keyDefault(items: TypeNode, key: string): unknown {
  const field = items.kind === "struct" ? items.byName.get(key) : undefined;
  if (field === undefined) return undefined;
  if (field.default !== undefined) return field.default;
  return field.keep && !field.pointer && field.type.kind === "scalar" ? zeroScalar(field.type) : undefined;
}

function zeroScalar(node: ScalarNode): unknown {
  switch (node.scalar) {
    case "int32":
    case "int64":
    case "double":
    case "float":
    case "intOrString":
      return 0;
    case "bool":
      return false;
    case "quantity":
      return "0";
    case "duration":
      return "0s";
    case "time":
    case "microTime":
    case "bytes":
      return null;
    case "string":
      return "";
  }
}

const ALWAYS_A_STRUCT: ReadonlySet<string> = new Set(["time", "microTime", "quantity", "duration", "intOrString"]);
const EMPTY_OBJECT: Readonly<Record<string, never>> = Object.freeze({});

/**
 * Whether a field follows the reference's structs, as those of the built-in types do. Fields of custom resources have
 * only the values in their JSON.
 */
export const followsStruct = (field: Field): boolean => field.tag !== undefined || field.via !== undefined;

/**
 * The value that the reference's struct has for a field that JSON omits; `undefined` when there is none. Ownership is
 * computed from the structs: a nested struct without a pointer exists even when no manager wrote it, so no manager owns
 * it.
 */
export function impliedValue(field: Field): unknown {
  if (!followsStruct(field)) return undefined;
  const { type, pointer, keep } = field;
  if (pointer) return keep ? null : undefined;
  if (type.kind === "struct") return EMPTY_OBJECT;
  if (type.kind === "scalar" && ALWAYS_A_STRUCT.has(type.scalar)) return zeroScalar(type);
  if (type.kind === "any") return type.form === "rawExtension" || keep ? null : undefined;
  if (!keep) return undefined;
  return type.kind === "scalar" ? zeroScalar(type) : null;
}

/** Whether the reference's struct drops the value when it is encoded: a zero value without a pointer. */
export function isDropped(field: Field, value: unknown): boolean {
  if (field.pointer || field.keep || !followsStruct(field)) return false;
  if (value === "" || value === 0 || value === false) {
    return field.type.kind === "scalar" && !ALWAYS_A_STRUCT.has(field.type.scalar);
  }
  if (isList(value)) return field.type.kind === "list" && value.length === 0;
  if (field.type.kind === "map" && isMap(value)) return isEmptyMap(value);
  return value === null && (field.type.kind === "list" || field.type.kind === "map");
}

const implied = new WeakMap<StructNode, readonly Field[]>();

/** The fields of a struct that have a value even when JSON omits them. */
export function impliedFields(node: StructNode): readonly Field[] {
  let fields = implied.get(node);
  if (fields === undefined) {
    fields = node.fields.filter((field) => !field.protoOnly && impliedValue(field) !== undefined);
    implied.set(node, fields);
  }
  return fields;
}
