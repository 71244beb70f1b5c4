/**
 * The JSON that the reference writes for a value: keys in declared order; zero values omitted unless the field is
 * always kept or a pointer; structs that are not pointers always present. Decoding produces this form, so it is also
 * what is stored.
 */
import { isEmptyMap } from "../../../shared/json/largeMaps.ts";
import { formatQuantity, parseQuantity } from "../../../shared/quantity.ts";
import type { Field, ScalarType, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { copyExplicitEmpties } from "../../ground/formats/explicitEmpties.ts";

type JsonRecord = Record<string, unknown>;

/** Scalars that the reference represents as a struct: their zero value is written, because a struct is never empty. */
const STRUCT_ZERO: Partial<Record<ScalarType, unknown>> = {
  time: null,
  microTime: null,
  duration: "0s",
  quantity: "0",
  intOrString: 0,
};

/** The JSON of an absent value of the type where it must be written. A new value for every call. */
export function zeroValue(node: TypeNode): unknown {
  switch (node.kind) {
    case "struct":
      return emitStruct(node, {});
    case "scalar":
      return scalarZero(node.scalar);
    default:
      return node.kind === "any" && node.form === "schemaOrBool" ? false : null;
  }
}

function scalarZero(scalar: ScalarType): unknown {
  if (scalar in STRUCT_ZERO) return STRUCT_ZERO[scalar];
  if (scalar === "string") return "";
  if (scalar === "bool") return false;
  return scalar === "bytes" ? null : 0;
}

/**
 * Builds the output form of a struct from values that are already in output form.
 *
 * @param values by field name; undefined and (except for kept fields) null mean absent
 * @example emitStruct(podNode, { metadata: { creationTimestamp: null } }) // adds spec and status
 */
export function emitStruct(node: StructNode, values: JsonRecord): JsonRecord {
  const result: JsonRecord = {};
  for (const field of node.fields) {
    if (field.protoOnly) continue;
    const value = values[field.name];
    const written =
      value === undefined || value === null
        ? absent(field)
        : field.keep || field.pointer || !isEmpty(value, field.type)
          ? value
          : undefined;
    if (written !== undefined) result[field.name] = written;
  }
  if (node.preserveUnknown) {
    for (const [name, value] of Object.entries(values)) if (!node.byName.has(name)) result[name] = value;
  }
  copyExplicitEmpties(values, result);
  return result;
}

/** The JSON of a field without a value; undefined when it is omitted. */
function absent(field: Field): unknown {
  if (field.pointer) return field.keep ? null : undefined;
  const { type } = field;
  if (field.keep || type.kind === "struct") return zeroValue(type);
  if (type.kind === "any")
    return type.form === "rawExtension" || type.form === "json" || type.form === "fieldsV1" ? null : undefined;
  return type.kind === "scalar" && type.scalar in STRUCT_ZERO ? STRUCT_ZERO[type.scalar] : undefined;
}

/** Whether the value is omitted from a field that is neither kept nor a pointer. */
function isEmpty(value: unknown, type: TypeNode): boolean {
  switch (type.kind) {
    case "scalar":
      return !(type.scalar in STRUCT_ZERO) && (value === "" || value === 0 || value === false);
    case "list":
      return Array.isArray(value) && value.length === 0;
    case "map":
      return isEmptyMap(value as object);
    default:
      return false;
  }
}

/**
 * Converts a value with the right types to output form: it may lack order, contain empty values, or lack structs that
 * are always written. Unknown fields are dropped unless the struct preserves them. The argument is not changed.
 *
 * @example normalizeForOutput(node, { spec: {}, metadata: { name: "a", labels: {} } })
 */
export function normalizeForOutput(node: TypeNode, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  switch (node.kind) {
    case "struct": {
      if (!isRecord(value)) return value;
      const values: JsonRecord = node.preserveUnknown ? { ...value } : {};
      for (const [name, item] of Object.entries(value)) {
        const field = node.byName.get(name);
        if (field !== undefined) values[name] = normalizeForOutput(field.type, item);
      }
      return emitStruct(node, values);
    }
    case "list":
      return Array.isArray(value)
        ? value.map((item) => normalizeForOutput(node.items, item) ?? zeroValue(node.items))
        : value;
    case "map": {
      if (!isRecord(value)) return value;
      const keys = Object.keys(value).sort();
      return Object.fromEntries(
        keys.map((key) => [key, normalizeForOutput(node.values, value[key]) ?? zeroValue(node.values)]),
      );
    }
    case "scalar":
      return node.scalar === "quantity" ? formatQuantity(parseQuantity(String(value))) : value;
    default:
      return value;
  }
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);
