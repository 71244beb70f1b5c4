/** Validates a definition's schema: it must be structural, with valid defaults, and only with supported members. */

import { append } from "../../../../shared/collections/append.ts";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  key,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { validateDefaults } from "./defaultRules.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { validateListRules } from "./listRules.ts";
import { structuralErrors } from "./structuralRules.ts";

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];
const MAP_TYPES = ["atomic", "granular"];
/** The members of every object, which a schema may hardly constrain. */
const IDENTITY = new Set(["metadata", "kind", "apiVersion"]);

/** A schema being visited, with its position. */
interface Place {
  readonly path: string;
  readonly isRoot?: boolean;
  /** Whether it describes the kind, apiVersion or metadata of an object. */
  readonly inIdentity?: boolean;
  /** Why a default is not permitted here. */
  readonly noDefault?: string;
}

/** Field errors of the schema of a version. @param path of the schema in the definition */
export function* validateSchema(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const place = { path, isRoot: true };
  // A schema that cannot be converted to a structural form is not validated further; the visit reports why.
  if (!(yield* isConvertible(schema, vocabulary))) return yield* visit(schema, place, vocabulary);
  const errors = yield* structuralErrors(schema, path, vocabulary);
  if (errors.length === 0) append(errors, yield* validateDefaults(schema, path, vocabulary));
  return [...errors, ...(yield* visit(schema, place, vocabulary))];
}

/** The schemas inside a schema, each with its position. */
function* partsOf(schema: JsonSchema, place: Place, vocabulary: Vocabulary): Generator<readonly [JsonSchema, Place]> {
  const { path, isRoot = false, ...inherited } = place;
  const part = function* (value: unknown, at: string, own: Partial<Place> = {}) {
    if (isRecord(value)) yield [value, { ...inherited, ...own, path: at }] as const;
  };
  const rest = place.inIdentity ? { noDefault: "inside additionalProperties applying to object metadata" } : {};
  yield* part(schema.additionalProperties, child(path, "additionalProperties"), rest);
  const isObject = isRoot || extensionsOf(schema, vocabulary).embeddedResource;
  const properties = schema.properties ?? {};
  for (const name of Object.keys(properties)) {
    const own = isObject && IDENTITY.has(name) ? { inIdentity: true } : {};
    const top = isRoot && IDENTITY.has(name) ? { noDefault: `in top-level ${name}` } : {};
    yield* part(properties[name], key(child(path, "properties"), name), { ...own, ...top });
  }
  yield* part(schema.not, child(path, "not"));
  const lists = { allOf: schema.allOf, oneOf: schema.oneOf, anyOf: schema.anyOf, items: schema.items as unknown };
  for (const [member, list] of Object.entries(lists)) {
    const at = child(path, member);
    if (!Array.isArray(list)) yield* part(list, at);
    else for (const [i, each] of list.entries()) yield* part(each, index(at, i));
  }
}

/** Whether a schema can be converted to a structural form. */
function* isConvertible(schema: JsonSchema, vocabulary: Vocabulary): Steps<boolean> {
  if (isTurnDue()) yield;
  if (unsupportedIn(schema).length > 0 || Array.isArray(schema.items)) return false;
  if (schema[`${vocabulary.extensionPrefix}preserve-unknown-fields`] === false) return false;
  for (const [part] of partsOf(schema, { path: "" }, vocabulary)) {
    if (!(yield* isConvertible(part, vocabulary))) return false;
  }
  return true;
}

/** Members of JSON schema that definitions may not use, and whether an empty value counts, too. */
const UNSUPPORTED: readonly (readonly [member: string, evenEmpty: boolean])[] = [
  ["id", false],
  ["additionalItems", true],
  ["patternProperties", false],
  ["definitions", false],
  ["dependencies", true],
  ["$ref", true],
];

/** The unsupported members that a schema has. */
function unsupportedIn(schema: JsonSchema): string[] {
  const isThere = (value: unknown, evenEmpty: boolean): boolean => {
    if (value === undefined || value === null) return false;
    return evenEmpty || (value !== "" && !(isRecord(value) && isEmptyMap(value)));
  };
  return UNSUPPORTED.filter(([member, evenEmpty]) => isThere(schema[member], evenEmpty)).map(([member]) => member);
}

function* visit(schema: JsonSchema, place: Place, vocabulary: Vocabulary): Steps<FieldError[]> {
  if (isTurnDue()) yield;
  const errors = validateMembers(schema, place, vocabulary);
  for (const [part, at] of partsOf(schema, place, vocabulary)) append(errors, yield* visit(part, at, vocabulary));
  append(errors, validateExtensions(schema, place.path, vocabulary));
  append(errors, validateListRules(schema, place.path, vocabulary));
  return errors;
}

function validateMembers(schema: JsonSchema, place: Place, vocabulary: Vocabulary): FieldError[] {
  const { path, inIdentity = false, noDefault } = place;
  const { type = "", additionalProperties } = schema;
  const errors: FieldError[] = [];
  const refuse = (member: string, detail: string): void => void errors.push(forbidden(child(path, member), detail));
  if (type !== "" && !TYPES.includes(type)) errors.push(notSupported(child(path, "type"), type, TYPES));
  if (noDefault !== undefined && schema.default !== undefined) refuse("default", `must not be set ${noDefault}`);
  for (const member of unsupportedIn(schema)) refuse(member, `${member} is not supported`);
  if (type === "null") refuse("type", "type cannot be set to null, use nullable as an alternative");
  if (Array.isArray(schema.items)) refuse("items", "items must be a schema object and not an array");
  if (inIdentity && extensionsOf(schema, vocabulary).embeddedResource) {
    refuse(`${vocabulary.extensionPrefix}embedded-resource`, "must not be used inside of resource meta");
  }
  if (schema.uniqueItems === true) {
    refuse("uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
  }
  const isClosedOrMap = additionalProperties !== undefined && additionalProperties !== true;
  if (isClosedOrMap && !isEmptyMap(schema.properties ?? {})) {
    refuse("additionalProperties", "additionalProperties and properties are mutual exclusive");
  }
  return errors;
}

function validateExtensions(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const errors: FieldError[] = [];
  const preserve = `${vocabulary.extensionPrefix}preserve-unknown-fields`;
  if (schema[preserve] === false) errors.push(invalid(child(path, preserve), false, "must be true or undefined"));
  const { mapType } = extensionsOf(schema, vocabulary);
  if (mapType === undefined) return errors;
  const name = `${vocabulary.extensionPrefix}map-type`;
  const { type = "" } = schema;
  if (type !== "object") {
    const detail = `must be object if ${name} is specified`;
    errors.push(type === "" ? required(child(path, "type"), detail) : invalid(child(path, "type"), type, detail));
  }
  if (!MAP_TYPES.includes(mapType)) errors.push(notSupported(child(path, name), mapType, MAP_TYPES));
  return errors;
}
