/** What a definition's schema must be like: structural, so that values can be pruned, completed and owned field by field. */
import { child, type FieldError, forbidden, invalid, key, notSupported, required } from "../../shared/fieldError.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { validateDefault } from "./defaultRules.ts";
import { additionalSchema, allowsAdditional, extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { validateListRules } from "./listRules.ts";
import { validateJunctors } from "./nestedRules.ts";
import { patternProblem } from "./patterns.ts";

/** Where a schema stands decides what its type may be. */
type Level = "root" | "field" | "item";

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];
const LEVELS: Readonly<Record<Level, string>> = {
  root: "at the root",
  field: "for specified object fields",
  item: "for specified array items",
};
const UNSUPPORTED = ["$ref", "definitions", "dependencies", "patternProperties", "additionalItems"];

/** Field errors of the schema of a version. @param path where it stands in the definition */
export function validateSchema(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  return visit(schema, path, "root", vocabulary);
}

function visit(schema: JsonSchema, path: string, level: Level, vocabulary: Vocabulary): FieldError[] {
  const errors = [
    ...validateMembers(schema, path, vocabulary),
    ...validateType(schema, path, level, vocabulary),
    ...validateListRules(schema, path, vocabulary),
    ...validateIdentity(schema, path, level, vocabulary),
    ...validateJunctors(schema, path, vocabulary),
  ];
  // A default is only looked at in a schema that makes sense.
  if (errors.length === 0) errors.push(...validateDefault(schema, path, vocabulary));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const implied = name === "metadata" && level === "root";
    if (!implied) errors.push(...visit(property, key(child(path, "properties"), name), "field", vocabulary));
  }
  const rest = additionalSchema(schema);
  if (rest !== undefined) errors.push(...visit(rest, child(path, "additionalProperties"), "field", vocabulary));
  if (isRecord(schema.items)) errors.push(...visit(schema.items, child(path, "items"), "item", vocabulary));
  return errors;
}

function validateMembers(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  const errors: FieldError[] = [];
  for (const member of UNSUPPORTED) {
    if (schema[member] !== undefined) errors.push(forbidden(child(path, member), `${member} is not supported`));
  }
  if (schema.uniqueItems === true) {
    const why = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    errors.push(forbidden(child(path, "uniqueItems"), why));
  }
  if (schema.additionalProperties === false) {
    errors.push(forbidden(child(path, "additionalProperties"), "additionalProperties cannot be set to false"));
  }
  if (allowsAdditional(schema) && Object.keys(schema.properties ?? {}).length > 0) {
    const why = "additionalProperties and properties are mutual exclusive";
    errors.push(forbidden(child(path, "additionalProperties"), why));
  }
  if (Array.isArray(schema.items)) {
    errors.push(forbidden(child(path, "items"), "items must be a schema object and not an array"));
  }
  const problem = schema.pattern === undefined ? undefined : patternProblem(schema.pattern);
  if (problem !== undefined) {
    const why = `must be a valid regular expression, but isn't: ${problem}`;
    errors.push(invalid(child(path, "pattern"), schema.pattern, why));
  }
  const preserve = `${vocabulary.extensionPrefix}preserve-unknown-fields`;
  if (schema[preserve] === false) errors.push(invalid(child(path, preserve), false, "must be true or undefined"));
  return errors;
}

function validateType(schema: JsonSchema, path: string, level: Level, vocabulary: Vocabulary): FieldError[] {
  const at = child(path, "type");
  const { type = "" } = schema;
  const { intOrString, preserveUnknown, embeddedResource, mapType } = extensionsOf(schema, vocabulary);
  const extension = (name: string): string => `${vocabulary.extensionPrefix}${name}`;
  const errors: FieldError[] = [];
  if (type === "null") errors.push(forbidden(at, "type cannot be set to null, use nullable as an alternative"));
  else if (type !== "" && !TYPES.includes(type)) errors.push(notSupported(at, type, TYPES));
  if (level === "root") {
    if (type === "") errors.push(required(at, `must not be empty ${LEVELS.root}`));
    else if (type !== "object") errors.push(invalid(at, type, "must be object at the root"));
  } else if (intOrString) {
    if (type !== "") errors.push(invalid(at, type, `must be empty if ${extension("int-or-string")} is true`));
  } else if (type === "" && !preserveUnknown) errors.push(required(at, `must not be empty ${LEVELS[level]}`));
  if (embeddedResource && type !== "object") {
    errors.push(invalid(at, type, `must be object if ${extension("embedded-resource")} is true`));
  }
  if (embeddedResource && !preserveUnknown && Object.keys(schema.properties ?? {}).length === 0) {
    const why = `must not be empty if ${extension("embedded-resource")} is true without ${extension("preserve-unknown-fields")}`;
    errors.push(required(child(path, "properties"), why));
  }
  if (mapType !== undefined) {
    if (type !== "object") errors.push(invalid(at, type, `must be object if ${extension("map-type")} is specified`));
    if (!["atomic", "granular"].includes(mapType)) {
      errors.push(notSupported(child(path, extension("map-type")), mapType, ["atomic", "granular"]));
    }
  }
  if (type === "array" && schema.items === undefined) errors.push(required(child(path, "items"), "must be specified"));
  return errors;
}

/** The members that every object has: a schema may say little of them. */
function validateIdentity(schema: JsonSchema, path: string, level: Level, vocabulary: Vocabulary): FieldError[] {
  if (level !== "root" && !extensionsOf(schema, vocabulary).embeddedResource) return [];
  const errors: FieldError[] = [];
  const at = (name: string): string => key(child(path, "properties"), name);
  const types = { metadata: "object", apiVersion: "string", kind: "string" };
  for (const [name, type] of Object.entries(types)) {
    const property = schema.properties?.[name];
    if (property !== undefined && property.type !== type) {
      errors.push(invalid(child(at(name), "type"), property.type ?? "", `must be ${type}`));
    }
  }
  const metadata = schema.properties?.["metadata"];
  if (level === "root" && metadata !== undefined && !onlyNames(metadata)) {
    const why = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(forbidden(at("metadata"), why));
  }
  return errors;
}

/** Of metadata a schema may limit the names, nothing else. */
function onlyNames(metadata: JsonSchema): boolean {
  const { type: _t, description: _d, properties = {}, ...others } = metadata;
  const names = Object.keys(properties);
  return Object.keys(others).length === 0 && names.every((name) => name === "name" || name === "generateName");
}
