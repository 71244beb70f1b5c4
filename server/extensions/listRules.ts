/** How a schema may say in what way the items of a list are told apart. */
import { child, type FieldError, forbidden, invalid, key, notSupported, required } from "../../shared/fieldError.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { extensionsOf, type JsonSchema } from "./jsonSchema.ts";

const LIST_TYPES = ["atomic", "map", "set"];
const COMPOUND = new Set(["array", "object"]);

/** Field errors of a list's type, its keys, and what these demand of the items. */
export function validateListRules(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const { listType, mapKeys } = extensionsOf(schema, vocabulary);
  const typeName = `${vocabulary.extensionPrefix}list-type`;
  const keysName = `${vocabulary.extensionPrefix}list-map-keys`;
  const errors: FieldError[] = [];
  if (listType !== undefined) {
    if (schema.type !== "array") {
      errors.push(invalid(child(path, "type"), schema.type ?? "", `must be array if ${typeName} is specified`));
    }
    if (!LIST_TYPES.includes(listType)) errors.push(notSupported(child(path, typeName), listType, LIST_TYPES));
  }
  if (mapKeys !== undefined && mapKeys.length > 0 && listType !== "map") {
    const why = `must be map if ${keysName} is non-empty`;
    const at = child(path, typeName);
    errors.push(listType === undefined ? required(at, why) : invalid(at, listType, why));
  }
  if (listType === "map" && (mapKeys === undefined || mapKeys.length === 0)) {
    errors.push(required(child(path, keysName), `must not be empty if ${typeName} is map`));
  }
  if (listType !== "map" && listType !== "set") return errors;
  const items = child(path, "items");
  if (schema.items === undefined) {
    errors.push(required(items, `must have a schema if ${typeName} is ${listType}`));
    return errors;
  }
  if (schema.items.nullable === true) {
    errors.push(forbidden(child(items, "nullable"), `cannot be nullable when ${typeName} is ${listType}`));
  }
  return listType === "set"
    ? [...errors, ...validateSetItems(schema.items, items, vocabulary)]
    : [...errors, ...validateMapItems(schema.items, mapKeys ?? [], { path, items, typeName, keysName })];
}

/** The items of a set are compared as a whole. */
function validateSetItems(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const { listType, mapType } = extensionsOf(schema, vocabulary);
  const why = `must be atomic as item of a list with ${vocabulary.extensionPrefix}list-type=set`;
  if (schema.type === "object" && mapType !== "atomic") {
    return [invalid(child(path, `${vocabulary.extensionPrefix}map-type`), mapType ?? "null", why)];
  }
  if (schema.type === "array" && listType !== "atomic" && listType !== undefined) {
    return [invalid(child(path, `${vocabulary.extensionPrefix}list-type`), listType, why)];
  }
  return [];
}

/** The keys of a list are scalars that every item has. */
function validateMapItems(
  schema: JsonSchema,
  keys: readonly string[],
  at: { readonly path: string; readonly items: string; readonly typeName: string; readonly keysName: string },
): FieldError[] {
  const { path, items, typeName, keysName } = at;
  if (schema.type !== "object") {
    const why = `must be object if parent array's ${typeName} is map`;
    return [invalid(child(items, "type"), schema.type ?? "", why)];
  }
  const errors: FieldError[] = [];
  if (new Set(keys).size < keys.length) {
    errors.push(invalid(child(path, keysName), keys, "must not contain duplicate entries"));
  }
  for (const name of keys) {
    const property = schema.properties?.[name];
    const where = key(child(items, "properties"), name);
    if (property === undefined) {
      errors.push(invalid(child(path, keysName), keys, "entries must all be names of item properties"));
      continue;
    }
    if (COMPOUND.has(property.type ?? "")) {
      const why = `must be a scalar type if parent array's ${typeName} is map`;
      errors.push(invalid(child(where, "type"), property.type, why));
    }
    if (property.default === undefined && schema.required?.includes(name) !== true) {
      const why = `this property is in ${keysName}, so it must have a default or be a required property`;
      errors.push(required(child(where, "default"), why));
    }
    if (property.nullable === true) {
      const why = `this property is in ${keysName}, so it cannot be nullable`;
      errors.push(forbidden(child(where, "nullable"), why));
    }
  }
  return errors;
}
