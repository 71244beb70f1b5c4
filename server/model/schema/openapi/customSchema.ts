import type { Json, JsonObject } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import type { OpenApiVersion } from "./typeSchema.ts";

const schemas = new WeakMap<StructNode, JsonObject>();

/**
 * Registers the schema from which a type was compiled, for publishing in OpenAPI with its texts and value rules, which
 * the type itself does not keep.
 *
 * @param schema an OpenAPI 3 schema in the server's vocabulary; it must not be changed afterwards
 */
export function setCustomSchema(node: StructNode, schema: JsonObject): void {
  schemas.set(node, schema);
}

/** The schema registered with {@link setCustomSchema}, in the form of an OpenAPI version; undefined without one. */
export function customSchemaOf(
  node: StructNode,
  version: OpenApiVersion,
  extensionPrefix: string,
): JsonObject | undefined {
  const schema = schemas.get(node);
  return schema === undefined || version === 3 ? schema : withoutVersion3(schema, extensionPrefix);
}

/** Version 2 has no alternatives and no null; defaults would mislead clients that validate. */
const ONLY_VERSION_3: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "nullable", "default"]);

/**
 * A schema that clients of version 2 can use. Where the type allows more than version 2 can express (null, integer or
 * string, unknown fields), restrictions are removed, because such clients would otherwise drop or reject valid values.
 */
function withoutVersion3(schema: JsonObject, prefix: string): JsonObject {
  const open = schema["nullable"] === true || schema[`${prefix}preserve-unknown-fields`] === true;
  const untyped = open || schema[`${prefix}int-or-string`] === true;
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (ONLY_VERSION_3.has(name) || (untyped && name === "type")) continue;
    if (name === "required") {
      result[name] = withoutNullable(value, schema["properties"]);
    } else if (name === "properties") {
      if (!open) result[name] = eachValue(value, prefix);
    } else if (name === "items" || name === "additionalProperties") {
      if (!open) result[name] = isObject(value) ? withoutVersion3(value, prefix) : value;
    } else {
      result[name] = value;
    }
  }
  return result;
}

/** In version 3, required fields may be nullable, which version 2 cannot express. */
const withoutNullable = (required: Json, properties: Json | undefined): Json =>
  Array.isArray(required) && isObject(properties ?? null)
    ? required.filter((name) => {
        const property = Object.hasOwn(properties as JsonObject, name as string)
          ? (properties as JsonObject)[name as string]
          : undefined;
        return (property as JsonObject | undefined)?.["nullable"] !== true;
      })
    : required;

const eachValue = (value: Json, prefix: string): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, isObject(item) ? withoutVersion3(item, prefix) : item]),
      )
    : value;

const isObject = (value: Json): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);
