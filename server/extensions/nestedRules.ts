/** Inside `allOf`, `anyOf`, `oneOf` and `not` a schema may only judge values: their structure is stated outside. */
import { child, type FieldError, forbidden, index, key, required } from "../../shared/fieldError.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { additionalSchema, allowsAdditional, extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";

const JUNCTORS = ["allOf", "anyOf", "oneOf"] as const;

/** Field errors of all combinations of a schema. */
export function validateJunctors(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const errors: FieldError[] = [];
  const visit = (nested: JsonSchema, at: string, junctor: string): void => {
    if (isIntOrString(schema, nested, junctor, vocabulary)) return;
    errors.push(...validateNested(nested, schema, at, path, vocabulary));
  };
  for (const junctor of JUNCTORS) {
    schema[junctor]?.forEach((nested, i) => void visit(nested, index(child(path, junctor), i), junctor));
  }
  if (schema.not !== undefined) visit(schema.not, child(path, "not"), "not");
  return errors;
}

/** The one place where types may be alternatives: a number or a text, as the extension for it says. */
function isIntOrString(owner: JsonSchema, nested: JsonSchema, junctor: string, vocabulary: Vocabulary): boolean {
  if (!extensionsOf(owner, vocabulary).intOrString) return false;
  const types = (schemas: readonly JsonSchema[] | undefined): string => (schemas ?? []).map(({ type }) => type).join();
  if (junctor === "anyOf") return types(owner.anyOf) === "integer,string";
  return junctor === "allOf" && types(nested.anyOf) === "integer,string";
}

/** @param structure the schema that describes the same value outside; undefined when there is none */
function validateNested(
  nested: JsonSchema,
  structure: JsonSchema,
  path: string,
  structurePath: string,
  vocabulary: Vocabulary,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const member of ["type", "default", "title", "description", "nullable"]) {
    const value = nested[member];
    if (value === undefined || value === "" || value === false) continue;
    errors.push(forbidden(child(path, member), "must be empty to be structural"));
  }
  if (allowsAdditional(nested)) {
    errors.push(forbidden(child(path, "additionalProperties"), "must be undefined to be structural"));
  }
  for (const name of ["preserve-unknown-fields", "embedded-resource", "int-or-string"]) {
    const extension = `${vocabulary.extensionPrefix}${name}`;
    if (nested[extension] === true) {
      errors.push(forbidden(child(path, extension), "must be false to be structural"));
    }
  }
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const at = key(child(path, "properties"), name);
    const known = structure.properties?.[name];
    const rest = additionalSchema(structure);
    const outside = key(child(structurePath, "properties"), name);
    if (known !== undefined) errors.push(...validateNested(property, known, at, outside, vocabulary));
    else if (rest !== undefined) {
      errors.push(...validateNested(property, rest, at, child(structurePath, "additionalProperties"), vocabulary));
    } else if (!extensionsOf(structure, vocabulary).preserveUnknown) {
      errors.push(required(outside, `because it is defined in ${at}`));
    }
  }
  if (isRecord(nested.items)) {
    const outside = child(structurePath, "items");
    const at = child(path, "items");
    if (structure.items === undefined) errors.push(required(outside, `because it is defined in ${at}`));
    else errors.push(...validateNested(nested.items, structure.items, at, outside, vocabulary));
  }
  for (const junctor of JUNCTORS) {
    nested[junctor]?.forEach((inner, i) => {
      errors.push(...validateNested(inner, structure, index(child(path, junctor), i), structurePath, vocabulary));
    });
  }
  if (nested.not !== undefined) {
    errors.push(...validateNested(nested.not, structure, child(path, "not"), structurePath, vocabulary));
  }
  return errors;
}
