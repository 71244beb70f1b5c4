/** Rules that follow from the structure of a schema: unique list keys and valid embedded objects. */

import { type FieldError, FieldErrorList, invalid, required } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ObjectMeta } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { checkLabel1035, invalidBy } from "../../../ground/formats/names/names.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { duplicateText, invalidText } from "../../../ground/formats/wording/goText.ts";
import { goSyntax } from "../../../model/apply/goFormat.ts";
import { decodeInSteps } from "../../../model/schema/decode.ts";
import { validateObjectMeta } from "../../registry/metadata/objectMeta.ts";
import { additionalSchema, extensionsOf, isRecord, type JsonSchema } from "../schema/jsonSchema.ts";
import { sortedJson } from "../sortedJson.ts";

const join = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);

/** A list or an object in a value, with its schema. */
interface Found {
  readonly schema: JsonSchema;
  readonly value: object;
  readonly path: string;
}

/** Visits every list and object that a schema describes, outer ones first. */
function* walk(schema: JsonSchema, value: unknown, visit: (found: Found) => Steps<void>, path = ""): Steps<void> {
  if (typeof value !== "object" || value === null) return;
  if (isTurnDue()) yield;
  yield* visit({ schema, value, path });
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [i, item] of value.entries()) {
      if (isTurnDue()) yield;
      if (typeof item === "object") yield* walk(items, item, visit, `${path}[${i}]`);
    }
    return;
  }
  const rest = additionalSchema(schema);
  const { properties = {} } = schema;
  if (holdsPlainValues(schema)) return;
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const item = (value as Record<string, unknown>)[name];
    if (typeof item !== "object") continue;
    if (Object.hasOwn(properties, name)) yield* walk(properties[name] ?? {}, item, visit, join(path, name));
    else if (rest !== undefined) yield* walk(rest, item, visit, `${path}[${name}]`);
  }
}

/** Whether a map can only contain scalars: such a map may have hundreds of thousands of members. */
function holdsPlainValues(schema: JsonSchema): boolean {
  const rest = additionalSchema(schema);
  const isPlain =
    rest === undefined || (typeof rest.type === "string" && rest.type !== "object" && rest.type !== "array");
  return isPlain && isEmptyMap(schema.properties ?? {});
}

const embedding = new WeakMap<JsonSchema, boolean>();

/** Whether a schema, or one inside it, describes embedded objects; otherwise its values need not be visited. */
function embeds(schema: JsonSchema, vocabulary: Vocabulary): boolean {
  const known = embedding.get(schema);
  if (known !== undefined) return known;
  const inside = [...Object.values(schema.properties ?? {}), additionalSchema(schema), schema.items];
  const found =
    extensionsOf(schema, vocabulary).embeddedResource ||
    inside.some((each) => each !== undefined && embeds(each, vocabulary));
  embedding.set(schema, found);
  return found;
}

/**
 * Sets must have unique values, keyed lists unique keys.
 * @param old the value before an update: if it violated the same rules already, the new one may, too
 */
export function* validateLists(
  schema: JsonSchema,
  value: unknown,
  vocabulary: Vocabulary,
  old?: unknown,
): Steps<FieldError[]> {
  const errors = yield* findDuplicates(schema, value, vocabulary);
  if (errors.length === 0 || old === undefined) return errors;
  return (yield* findDuplicates(schema, old, vocabulary)).length === 0 ? errors : [];
}

function* findDuplicates(schema: JsonSchema, value: unknown, vocabulary: Vocabulary): Steps<FieldError[]> {
  const errors = new FieldErrorList();
  yield* walk(schema, value, function* ({ schema: at, value: list, path }) {
    const { listType, mapKeys } = extensionsOf(at, vocabulary);
    if (!Array.isArray(list) || (listType !== "set" && listType !== "map")) return;
    const odd = listType === "map" ? list.findIndex((item) => item !== null && !isRecord(item)) : -1;
    if (odd >= 0) {
      const detail = "must be an object for an array of list-type map";
      errors.add(invalidText(`${path}[${odd}]`, goSyntax(list[odd]), detail));
      return;
    }
    const seen = new Map<string, number>();
    for (const [i, item] of list.entries()) {
      if (isTurnDue()) yield;
      if (errors.isFull) return;
      const identity = listType === "set" ? item : keysOf(at, item, mapKeys ?? []);
      const text = textOf(identity);
      const times = seen.get(text) ?? 0;
      // Each duplicate value is reported once, however often it occurs.
      if (times === 1) errors.add(duplicateText(`${path}[${i}]`, goSyntax(identity)));
      seen.set(text, times + 1);
    }
  });
  return errors.errors;
}

/** A canonical text, equal for equal values. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : stringifyJson(sortedJson(value) ?? null);

function keysOf(list: JsonSchema, item: unknown, keys: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const value = isRecord(item) ? (item[key] ?? list.items?.properties?.[key]?.default) : undefined;
    if (value !== undefined) result[key] = value;
  }
  return result;
}

/**
 * The decoding error of an embedded resource: its apiVersion or kind is not a text, or its metadata does not decode.
 * Undefined when there is no such error.
 * @param base path of the value
 */
export function* embeddedMisfit(
  schema: JsonSchema,
  value: unknown,
  vocabulary: Vocabulary,
  objectMeta: StructNode,
  base = "",
): Steps<FieldError | undefined> {
  if (!embeds(schema, vocabulary)) return undefined;
  let misfit: FieldError | undefined;
  const look = function* ({ schema: at, value: object, path }: Found): Steps<void> {
    if (misfit !== undefined || !extensionsOf(at, vocabulary).embeddedResource || !isRecord(object)) return;
    for (const name of ["apiVersion", "kind"]) {
      const said = object[name];
      if (said === undefined || typeof said === "string") continue;
      misfit = invalidText(join(path, name), goSyntax(said), "must be a string");
    }
    const { metadata } = object;
    try {
      if (metadata !== undefined && metadata !== null) yield* decodeInSteps(objectMeta, metadata);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      misfit ??= invalidText(join(path, "metadata"), goSyntax(metadata), error.message);
    }
  };
  yield* walk(schema, value, look, base);
  return misfit;
}

/** An embedded resource must have an apiVersion, a kind and valid metadata. @param base path of the value */
export function* validateEmbedded(
  schema: JsonSchema,
  value: unknown,
  vocabulary: Vocabulary,
  base = "",
): Steps<FieldError[]> {
  if (!embeds(schema, vocabulary)) return [];
  const errors = new FieldErrorList();
  const judge = function* ({ schema: at, value: object, path }: Found): Steps<void> {
    if (errors.isFull || !extensionsOf(at, vocabulary).embeddedResource || !isRecord(object)) return;
    errors.addAll(validateTypeMember(object["apiVersion"], join(path, "apiVersion"), checkApiVersion));
    errors.addAll(validateTypeMember(object["kind"], join(path, "kind"), checkKind));
    if (isRecord(object["metadata"])) {
      const meta = object["metadata"] as ObjectMeta;
      const options = { namespaced: meta.namespace !== undefined, nameFormat: "pathSegment" } as const;
      const found = validateObjectMeta(meta, options, join(path, "metadata"));
      // Such an object is a template, which needs no name.
      errors.addAll(found.filter(({ type }) => type !== "FieldValueRequired"));
    }
  };
  yield* walk(schema, value, judge, base);
  return errors.errors;
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
