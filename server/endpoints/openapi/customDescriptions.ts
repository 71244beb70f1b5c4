import type { JsonObject } from "../../../shared/object.ts";

type Source = Readonly<Record<string, unknown>>;

/**
 * A published schema with the descriptions of the schema that a definition states: compiled types carry none.
 *
 * @param source the definition's schema, of the same structure
 */
export function withDescriptions(schema: JsonObject, source: Source | undefined): JsonObject {
  // A reference to a named type describes itself.
  if (source === undefined || "$ref" in schema || "allOf" in schema) return schema;
  const described: JsonObject = { ...schema };
  if (typeof source["description"] === "string" && source["description"] !== "") {
    described["description"] = source["description"];
  }
  const { properties } = schema;
  if (isObject(properties)) {
    const sources = recordOf(source["properties"]);
    described["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        isObject(property) ? withDescriptions(property, recordOf(sources?.[name])) : property,
      ]),
    );
  }
  for (const member of ["items", "additionalProperties"]) {
    const inner = schema[member];
    if (isObject(inner)) described[member] = withDescriptions(inner, recordOf(source[member]));
  }
  return described;
}

const recordOf = (value: unknown): Source | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Source) : undefined;

const isObject = (value: unknown): value is JsonObject => recordOf(value) !== undefined;
