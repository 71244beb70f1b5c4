/**
 * Inside `allOf`, `anyOf`, `oneOf` and `not` a schema may only constrain values; structure must be declared outside.
 */
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, index, key, required } from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { isRecord, isStated, type JsonSchema } from "./jsonSchema.ts";
import { validatePattern } from "./patterns.ts";

interface Nested {
  readonly schema: JsonSchema;
  readonly path: string;
}

const JUNCTORS = ["allOf", "anyOf", "oneOf"] as const;

/** The combined schemas inside a schema. */
function* nestedIn(schema: JsonSchema, path: string): Generator<Nested, void> {
  for (const junctor of JUNCTORS) {
    const at = child(path, junctor);
    for (const [i, each] of (schema[junctor] ?? []).entries()) yield { schema: each, path: index(at, i) };
  }
  if (schema.not !== undefined) yield { schema: schema.not, path: child(path, "not") };
}

/** Structural members, and the only value that each may have here. */
const GENERICS = {
  type: "empty",
  default: "undefined",
  title: "empty",
  description: "empty",
  nullable: "false",
  externalDocs: "undefined",
};
const EXTENSIONS = {
  "preserve-unknown-fields": "false",
  "embedded-resource": "false",
  "int-or-string": "false",
  "list-map-keys": "empty",
  "list-type": "undefined",
  "map-type": "undefined",
  validations: "empty",
};

/** Field errors of all combinations in a schema. */
export function* junctorErrors(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const isExempt = exemption(schema, path);
  const errors: FieldError[] = [];
  for (const nested of nestedIn(schema, path)) {
    if (!isExempt(nested.path)) append(errors, yield* nestedErrors(nested, vocabulary, isExempt));
  }
  return errors;
}

/**
 * The only exception where types may differ: an integer or a string. The types are in the schema's `anyOf`, or in that
 * of the first schema of its `allOf`.
 */
function exemption(schema: JsonSchema, path: string): (nestedPath: string) => boolean {
  const first = schema.allOf?.[0];
  const exempt = [
    ...(isIntOrString(schema.anyOf) ? [child(path, "anyOf")] : []),
    ...(isIntOrString(first?.anyOf) ? [child(index(child(path, "allOf"), 0), "anyOf")] : []),
  ];
  return (nestedPath) => exempt.some((at) => nestedPath === index(at, 0) || nestedPath === index(at, 1));
}

function isIntOrString(schemas: readonly JsonSchema[] | undefined): boolean {
  const [one, other, ...more] = schemas ?? [];
  const isOnly = (schema: JsonSchema | undefined, type: string): boolean =>
    schema?.type === type && Object.keys(schema).length === 1;
  return more.length === 0 && isOnly(one, "integer") && isOnly(other, "string");
}

function* nestedErrors(
  { schema, path }: Nested,
  vocabulary: Vocabulary,
  isExempt: (path: string) => boolean = () => false,
): Steps<FieldError[]> {
  if (isTurnDue()) yield;
  const errors: FieldError[] = [];
  for (const nested of nestedIn(schema, path)) {
    if (!isExempt(nested.path)) append(errors, yield* nestedErrors(nested, vocabulary));
  }
  for (const part of partsOf(schema, path)) append(errors, yield* nestedErrors(part, vocabulary));
  append(errors, yield* validatePattern(schema, path));
  const refuse = (name: string, value: unknown, otherwise: string): void => {
    const isThere = otherwise === "undefined" ? value !== undefined && value !== null : isStated(value);
    if (isThere) errors.push(forbidden(child(path, name), `must be ${otherwise} to be structural`));
  };
  for (const [name, otherwise] of Object.entries(GENERICS)) refuse(name, schema[name], otherwise);
  refuse("additionalProperties", schema.additionalProperties, "undefined");
  for (const [name, otherwise] of Object.entries(EXTENSIONS)) {
    const extension = vocabulary.extensionPrefix + name;
    refuse(extension, schema[extension], otherwise);
  }
  if (schema.properties?.["metadata"] !== undefined) {
    errors.push(forbidden(key(child(path, "properties"), "metadata"), "must not be specified in a nested context"));
  }
  return errors;
}

/** The schemas of the items and members of a nested schema. */
function* partsOf({ items, properties = {} }: JsonSchema, path: string): Generator<Nested, void> {
  if (isRecord(items)) yield { schema: items, path: child(path, "items") };
  const at = child(path, "properties");
  for (const name of Object.keys(properties)) yield { schema: properties[name] ?? {}, path: key(at, name) };
}

/** Field errors of fields that a combination constrains, but that are not declared outside it. */
export function* completenessErrors(schema: JsonSchema, path: string): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  for (const nested of nestedIn(schema, path)) append(errors, yield* compare(nested, schema, path));
  return errors;
}

/** @param structure the schema that declares the same value outside; undefined when there is none */
function* compare(
  { schema, path }: Nested,
  structure: JsonSchema | undefined,
  structurePath: string,
): Steps<FieldError[]> {
  if (isTurnDue()) yield;
  if (structure === undefined) return [required(structurePath, `because it is defined in ${path}`)];
  const errors: FieldError[] = [];
  for (const nested of nestedIn(schema, path)) append(errors, yield* compare(nested, structure, structurePath));
  if (isRecord(schema.items)) {
    const items = { schema: schema.items, path: child(path, "items") };
    append(errors, yield* compare(items, structure.items, child(structurePath, "items")));
  }
  const properties = schema.properties ?? {};
  for (const name of Object.keys(properties)) {
    const nested = { schema: properties[name] ?? {}, path: key(child(path, "properties"), name) };
    const at = key(child(structurePath, "properties"), name);
    append(errors, yield* compare(nested, structure.properties?.[name], at));
  }
  return errors;
}
