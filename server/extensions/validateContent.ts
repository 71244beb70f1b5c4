/** What the structure of a schema demands of values, besides the schema itself: list keys and embedded objects. */

import { duplicate, type FieldError, invalid, required } from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ObjectMeta } from "../../shared/object.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { checkLabel1035, invalidBy } from "../resources/validation/names.ts";
import { validateObjectMeta } from "../resources/validation/objectMeta.ts";
import { additionalSchema, extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { sortedJson } from "./sortedJson.ts";

const join = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);

/** Calls `visit` for every value that a schema describes, outer ones first. */
function walk(
  schema: JsonSchema,
  value: unknown,
  path: string,
  visit: (schema: JsonSchema, value: unknown, path: string) => void,
): void {
  visit(schema, value, path);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items !== undefined) value.forEach((item, i) => void walk(items, item, `${path}[${i}]`, visit));
    return;
  }
  if (!isRecord(value)) return;
  const rest = additionalSchema(schema);
  for (const [name, item] of Object.entries(value)) {
    const property = schema.properties?.[name];
    if (property !== undefined) walk(property, item, join(path, name), visit);
    else if (rest !== undefined) walk(rest, item, `${path}[${name}]`, visit);
  }
}

/** Sets hold no value twice, keyed lists no key. */
export function validateLists(schema: JsonSchema, value: unknown, vocabulary: Vocabulary): FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, "", (at, list, path) => {
    const { listType, mapKeys } = extensionsOf(at, vocabulary);
    if (!Array.isArray(list) || (listType !== "set" && listType !== "map")) return;
    const seen = new Set<string>();
    for (const [i, item] of list.entries()) {
      const identity = listType === "set" ? item : keysOf(at, item, mapKeys ?? []);
      const text = stringifyJson(sortedJson(identity) ?? null);
      if (seen.has(text)) errors.push(duplicate(`${path}[${i}]`, identity));
      seen.add(text);
    }
  });
  return errors;
}

function keysOf(list: JsonSchema, item: unknown, keys: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const value = isRecord(item) ? (item[key] ?? list.items?.properties?.[key]?.default) : undefined;
    if (value !== undefined) result[key] = value;
  }
  return result;
}

/** An embedded resource says what it is, and its metadata is in order. */
export function validateEmbedded(schema: JsonSchema, value: unknown, vocabulary: Vocabulary): FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, "", (at, object, path) => {
    if (!extensionsOf(at, vocabulary).embeddedResource || !isRecord(object)) return;
    errors.push(...validateTypeMember(object["apiVersion"], join(path, "apiVersion"), checkApiVersion));
    errors.push(...validateTypeMember(object["kind"], join(path, "kind"), checkKind));
    if (isRecord(object["metadata"])) {
      const meta = object["metadata"] as ObjectMeta;
      const options = { namespaced: meta.namespace !== undefined, nameFormat: "pathSegment" } as const;
      const found = validateObjectMeta(meta, options, join(path, "metadata"));
      // Such an object is a template: nobody asks for its name.
      errors.push(...found.filter(({ type }) => type !== "FieldValueRequired"));
    }
  });
  return errors;
}

function validateTypeMember(value: unknown, at: string, check: (text: string) => string[]): FieldError[] {
  if (value === undefined) return [required(at, "must not be empty")];
  if (typeof value !== "string") return [invalid(at, value, "must be a string")];
  return value === "" ? [invalid(at, value, "must not be empty")] : invalidBy(at, value, check(value));
}

const checkApiVersion = (text: string): string[] =>
  text.split("/").length > 2 ? [`unexpected GroupVersion string: ${text}`] : [];

function checkKind(text: string): string[] {
  const found = checkLabel1035(text.toLowerCase());
  return found.length === 0 ? [] : [`may have mixed case, but should otherwise match: ${found.join(",")}`];
}
