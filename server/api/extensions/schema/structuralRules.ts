/**
 * Validates that a schema is structural: every field has one type, declared where the field is, so that values can be
 * pruned and owned.
 */

import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, invalid, key, required } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { extensionsOf, isRecord, isStated, type JsonSchema } from "./jsonSchema.ts";
import { completenessErrors, junctorErrors } from "./nestedRules.ts";
import { validatePattern } from "./patterns.ts";

/** The level of a schema, which determines its permitted types. */
type Level = "root" | "field" | "item";

const LEVELS: Readonly<Record<Level, string>> = {
  root: "at the root",
  field: "for specified object fields",
  item: "for specified array items",
};

/** Field errors of a schema that is not structural, sorted by their texts. */
export function* structuralErrors(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const errors = [...(yield* visit(schema, path, "root", vocabulary)), ...(yield* completenessErrors(schema, path))];
  const text = ({ field, message }: FieldError): string => `${field}: ${message}`;
  return yield* sortInSteps(errors, (a, b) => (text(a) < text(b) ? -1 : 1));
}

function* visit(schema: JsonSchema, path: string, level: Level, vocabulary: Vocabulary): Steps<FieldError[]> {
  if (isTurnDue()) yield;
  const errors: FieldError[] = [];
  const { items, properties = {}, additionalProperties } = schema;
  if (schema.type === "array" && items === undefined) errors.push(required(child(path, "items"), "must be specified"));
  if (isRecord(items)) append(errors, yield* visit(items, child(path, "items"), "item", vocabulary));
  for (const [name, property] of Object.entries(properties)) {
    append(errors, yield* visit(property, key(child(path, "properties"), name), "field", vocabulary));
  }
  if (additionalProperties !== undefined) {
    const at = child(path, "additionalProperties");
    if (level === "root") errors.push(forbidden(at, "must not be used at the root"));
    if (isRecord(additionalProperties)) append(errors, yield* visit(additionalProperties, at, "field", vocabulary));
  }
  append(errors, validateExtensions(schema, path, vocabulary));
  append(errors, yield* junctorErrors(schema, path, vocabulary));
  append(errors, yield* validatePattern(schema, path));
  append(errors, validateType(schema, path, level, vocabulary));
  append(errors, validateIdentity(schema, path, level, vocabulary));
  return errors;
}

/** An integer-or-string value has no structure, so the extensions for structure are not permitted. */
function validateExtensions(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const { intOrString, preserveUnknown, embeddedResource } = extensionsOf(schema, vocabulary);
  if (!intOrString) return [];
  const detail = `must be false if ${vocabulary.extensionPrefix}int-or-string is true`;
  const refuse = (name: string): FieldError => invalid(child(path, vocabulary.extensionPrefix + name), true, detail);
  return [
    ...(preserveUnknown ? [refuse("preserve-unknown-fields")] : []),
    ...(embeddedResource ? [refuse("embedded-resource")] : []),
  ];
}

function validateType(schema: JsonSchema, path: string, level: Level, vocabulary: Vocabulary): FieldError[] {
  const { type = "", properties = {}, additionalProperties } = schema;
  const { intOrString, preserveUnknown, embeddedResource } = extensionsOf(schema, vocabulary);
  const extension = `${vocabulary.extensionPrefix}embedded-resource`;
  const at = child(path, "type");
  const errors: FieldError[] = [];
  if (embeddedResource && type !== "object") {
    const detail = `must be object if ${extension} is true`;
    errors.push(type === "" ? required(at, detail) : invalid(at, type, detail));
  } else if (type === "" && !intOrString && !preserveUnknown) {
    errors.push(required(at, `must not be empty ${LEVELS[level]}`));
  }
  if (embeddedResource && additionalProperties !== undefined) {
    errors.push(forbidden(child(path, "additionalProperties"), `must not be used if ${extension} is set`));
  }
  if (level === "root" && type !== "" && type !== "object")
    errors.push(invalid(at, type, "must be object at the root"));
  if (embeddedResource && !preserveUnknown && isEmptyMap(properties)) {
    const detail = `must not be empty if ${extension} is true without ${vocabulary.extensionPrefix}preserve-unknown-fields`;
    errors.push(required(child(path, "properties"), detail));
  }
  return errors;
}

/** The members that every object has, which a schema may hardly constrain. */
function validateIdentity(
  { properties = {}, ...schema }: JsonSchema,
  path: string,
  level: Level,
  vocabulary: Vocabulary,
): FieldError[] {
  if (level !== "root" && !extensionsOf(schema, vocabulary).embeddedResource) return [];
  const errors: FieldError[] = [];
  const at = (name: string): string => key(child(path, "properties"), name);
  const types = { kind: "string", apiVersion: "string", metadata: "object" };
  for (const [name, type] of Object.entries(types)) {
    const property = properties[name];
    if (property !== undefined && property.type !== type) {
      errors.push(invalid(child(at(name), "type"), property.type ?? "", `must be ${type}`));
    }
  }
  const { metadata } = properties;
  if (level === "root" && metadata !== undefined && !onlyNames(metadata)) {
    const detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(forbidden(at("metadata"), detail));
  }
  return errors;
}

/** Whether the schema of metadata only constrains names, as it must. */
function onlyNames(metadata: JsonSchema): boolean {
  const { type: _t, default: _d, example: _e, externalDocs: _x, properties = {}, ...others } = metadata;
  const names = Object.keys(properties);
  return !Object.values(others).some(isStated) && names.every((name) => name === "name" || name === "generateName");
}
