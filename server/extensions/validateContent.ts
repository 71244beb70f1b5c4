/** What the structure of a schema demands of values, besides the schema itself: list keys and embedded objects. */

import { duplicate, type FieldError, required } from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ObjectMeta } from "../../shared/object.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
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
    for (const member of ["apiVersion", "kind"]) {
      const text = object[member];
      if (typeof text !== "string" || text === "") errors.push(required(join(path, member), "must not be empty"));
    }
    if (isRecord(object["metadata"])) {
      const meta = object["metadata"] as ObjectMeta;
      const found = validateObjectMeta(meta, { namespaced: meta.namespace !== undefined }, join(path, "metadata"));
      // Such an object is a template: nobody asks for its name.
      errors.push(...found.filter(({ type }) => type !== "FieldValueRequired"));
    }
  });
  return errors;
}
