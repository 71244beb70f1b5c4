/** Validates how a schema defines the identity of list items. */
import { append } from "../../../../shared/collections/append.ts";
import {
  child,
  type FieldError,
  FieldErrorList,
  forbidden,
  invalid,
  key,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";

const LIST_TYPES = ["atomic", "set", "map"];
const COMPOUND = new Set(["array", "object"]);

/** Field errors of a list's type, of its keys, and of what these require of the items. */
export function validateListRules(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const { listType, mapKeys = [] } = extensionsOf(schema, vocabulary);
  const typeName = `${vocabulary.extensionPrefix}list-type`;
  const keysName = `${vocabulary.extensionPrefix}list-map-keys`;
  const at = child(path, typeName);
  const items = isRecord(schema.items) ? (schema.items as JsonSchema) : undefined;
  const errors: FieldError[] = [];
  if (listType !== undefined && schema.type !== "array") {
    const [where, detail] = [child(path, "type"), `must be array if ${typeName} is specified`];
    errors.push((schema.type ?? "") === "" ? required(where, detail) : invalid(where, schema.type, detail));
  } else if (listType === "set" && items !== undefined) {
    append(errors, validateSetItems(items, child(path, "items"), vocabulary));
  }
  if (listType !== undefined && !LIST_TYPES.includes(listType)) errors.push(notSupported(at, listType, LIST_TYPES));
  if (mapKeys.length > 0 && listType !== "map") {
    const detail = `must be map if ${keysName} is non-empty`;
    errors.push(listType === undefined ? required(at, detail) : invalid(at, listType, detail));
  }
  if (listType === "map") {
    if (mapKeys.length === 0) {
      errors.push(required(child(path, keysName), `must not be empty if ${typeName} is map`));
    }
    if (schema.items === undefined) {
      errors.push(required(child(path, "items"), `must have a schema if ${typeName} is map`));
    }
    if (items !== undefined) append(errors, validateMapItems(items, mapKeys, { path, typeName, keysName }));
  }
  if (items === undefined || (listType !== "map" && listType !== "set")) return errors;
  const keys = listType === "map" ? mapKeys : [];
  return [...errors, ...validateIdentities(items, keys, { path: child(path, "items"), listType, typeName, keysName })];
}

/** The items of a set are compared as a whole, so they must be scalars or atomic. */
function validateSetItems(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const { listType, mapType } = extensionsOf(schema, vocabulary);
  const [list, map] = ["list-type", "map-type"].map((name) => `${vocabulary.extensionPrefix}${name}`);
  const detail = `must be atomic as item of a list with ${list}=set`;
  // The reference prints the type of the list here, even for items that are maps.
  const shown = listType ?? "null";
  if (schema.type === "object" && mapType !== "atomic") return [invalid(child(path, map ?? ""), shown, detail)];
  const isNested = schema.type === "array" && listType !== "atomic" && listType !== undefined;
  return isNested ? [invalid(child(path, list ?? ""), shown, detail)] : [];
}

/** The keys of a list must be scalars. */
function validateMapItems(
  schema: JsonSchema,
  keys: readonly string[],
  { path, typeName, keysName }: { readonly path: string; readonly typeName: string; readonly keysName: string },
): FieldError[] {
  const items = child(path, "items");
  if (schema.type !== "object") {
    const detail = `must be object if parent array's ${typeName} is map`;
    return [invalid(child(items, "type"), schema.type ?? "", detail)];
  }
  // Every message contains all keys, so stop at the limit of reported errors.
  const errors = new FieldErrorList();
  const text = textList(keys);
  const refuse = (detail: string): void => errors.add(invalidText(child(path, keysName), text, detail));
  const seen = new Set<string>();
  for (const name of keys) {
    if (errors.isFull) break;
    const property = schema.properties?.[name];
    if (property === undefined) refuse("entries must all be names of item properties");
    else if (COMPOUND.has(property.type ?? "")) {
      const detail = `must be a scalar type if parent array's ${typeName} is map`;
      // The message contains the type of the item.
      errors.add(invalid(child(key(child(items, "properties"), name), "type"), schema.type, detail));
    }
    if (seen.has(name)) refuse("must not contain duplicate entries");
    seen.add(name);
  }
  return errors.errors;
}

/** Every item must have its key fields. @param at position of the items */
function validateIdentities(
  schema: JsonSchema,
  keys: readonly string[],
  at: { readonly path: string; readonly listType: string; readonly typeName: string; readonly keysName: string },
): FieldError[] {
  const { path, listType, typeName, keysName } = at;
  const errors: FieldError[] = [];
  if (schema.nullable === true) {
    errors.push(forbidden(child(path, "nullable"), `cannot be nullable when ${typeName} is ${listType}`));
  }
  const isRequired = new Set(schema.required);
  for (const name of keys) {
    const property = schema.properties?.[name];
    if (property === undefined) continue;
    const where = key(child(path, "properties"), name);
    if (property.default === undefined && !isRequired.has(name)) {
      const detail = `this property is in ${keysName}, so it must have a default or be a required property`;
      errors.push(required(child(where, "default"), detail));
    }
    if (property.nullable === true) {
      const detail = `this property is in ${keysName}, so it cannot be nullable`;
      errors.push(forbidden(child(where, "nullable"), detail));
    }
  }
  return errors;
}
