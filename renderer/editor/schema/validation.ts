/** JSON schemas that check whether the server would accept a text, derived from its published schemas. */
import type { OpenApiSchema } from "../../../shared/schema/typeOfOpenApi.ts";

export type JsonSchema = Record<string, unknown>;
/** Schemas by the name used in references. */
export type Definitions = Record<string, JsonSchema>;

const PREFIX = "#/components/schemas/";

const isSchema = (value: unknown): value is OpenApiSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A reference to a definition, in the only place where the YAML worker resolves them. */
export const definitionRef = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

/**
 * The schema of one definition with everything that it refers to, directly or indirectly. Like the server, it refuses
 * fields that OpenAPI does not list, and accepts null for every value of a built-in type.
 *
 * @param isCustom whether it is a custom resource: null only where its schema allows it, unknown fields where they are
 * preserved
 * @param extensionPrefix of the server's vocabulary, as `x-kubernetes-`
 */
export function validationOf(
  schemas: Readonly<Record<string, OpenApiSchema>>,
  name: string,
  isCustom: boolean,
  extensionPrefix: string,
): Definitions {
  const definitions: Definitions = {};
  const waiting = [name];
  const refer = (target: string): string => {
    if (!Object.hasOwn(definitions, target)) waiting.push(target);
    return `#/definitions/${target}`;
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const schema = schemas[next];
    if (Object.hasOwn(definitions, next)) continue;
    // Types that custom resources refer to (metadata) are built in.
    definitions[next] =
      schema === undefined ? {} : strict(schema, { refer, extensionPrefix, isCustom: isCustom && next === name });
  }
  return definitions;
}

interface Walk {
  /** Marks a definition as needed, and returns a reference to it. */
  refer(name: string): string;
  extensionPrefix: string;
  isCustom: boolean;
}

/** A schema of values. Rules (`anyOf`, `not`, …) mention only some fields, so they do not forbid additional ones. */
function strict(schema: OpenApiSchema, walk: Walk): JsonSchema {
  const extension = (word: string): boolean => schema[`${walk.extensionPrefix}${word}`] === true;
  const result = relocated(schema, walk);
  const { properties, items, additionalProperties } = schema;
  if (isSchema(items)) result["items"] = strict(items, walk);
  if (isSchema(additionalProperties)) result["additionalProperties"] = strict(additionalProperties, walk);
  if (isSchema(properties)) {
    const inner = Object.entries(properties).map(([name, value]) => [name, isSchema(value) ? strict(value, walk) : {}]);
    const resource = extension("embedded-resource") ? { apiVersion: {}, kind: {}, metadata: {} } : {};
    result["properties"] = { ...resource, ...Object.fromEntries(inner) };
    const isOpen = additionalProperties !== undefined || extension("preserve-unknown-fields");
    if (!isOpen) result["additionalProperties"] = false;
  }
  const hasAlternatives = ["type", "anyOf", "oneOf"].some((word) => schema[word] !== undefined);
  if (extension("int-or-string") && !hasAlternatives) result["type"] = ["integer", "string"];
  return walk.isCustom && schema["nullable"] !== true ? result : nullable(result);
}

/** The same schema that also allows null. */
function nullable(schema: JsonSchema): JsonSchema {
  const result = { ...schema };
  const { type, enum: values } = schema;
  if (type !== undefined) result["type"] = [...(Array.isArray(type) ? type : [type]), "null"];
  if (Array.isArray(values) && !values.includes(null)) result["enum"] = [...values, null];
  for (const word of ["anyOf", "oneOf"]) {
    const either = schema[word];
    if (Array.isArray(either)) result[word] = [...either, { type: "null" }];
  }
  return result;
}

/** Keywords with schemas that add rules about the value. */
const RULES = ["allOf", "anyOf", "oneOf"];

/** A copy with references relocated to the definitions; values in it (defaults, examples) are left unchanged. */
function relocated(schema: OpenApiSchema, walk: Walk): JsonSchema {
  const result: JsonSchema = {};
  for (const [word, value] of Object.entries(schema)) {
    if (word === "$ref" && typeof value === "string" && value.startsWith(PREFIX)) {
      result[word] = walk.refer(value.slice(PREFIX.length));
    } else if (RULES.includes(word) && Array.isArray(value)) {
      result[word] = value.map((each: unknown) => (isSchema(each) ? relocated(each, walk) : each));
    } else if ((word === "not" || word === "items" || word === "additionalProperties") && isSchema(value)) {
      result[word] = relocated(value, walk);
    } else if (word === "properties" && isSchema(value)) {
      const inner = Object.entries(value).map(([name, each]) => [name, isSchema(each) ? relocated(each, walk) : each]);
      result[word] = Object.fromEntries(inner);
    } else result[word] = value;
  }
  return result;
}
