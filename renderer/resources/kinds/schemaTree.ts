/** The schema of a custom resource's version as a readable tree. */
import { at, isFields, textAt, textsAt } from "./read.ts";

export interface SchemaNode {
  name: string;
  /** `string`, `[]object`, `map of integer`, … */
  type: string;
  required: boolean;
  description: string;
  children: SchemaNode[];
}

const MAX_DEPTH = 24;

function typeOf(schema: unknown): string {
  // The prefix of the extension depends on the server's vocabulary.
  if (isFields(schema) && Object.keys(schema).some((key) => key.endsWith("-int-or-string"))) return "integer or string";
  const type = textAt(schema, "type") || "any";
  if (type === "array") return `[]${typeOf(at(schema, "items"))}`;
  const values = at(schema, "additionalProperties");
  if (type === "object" && isFields(values)) return `map of ${typeOf(values)}`;
  const format = textAt(schema, "format");
  const choices = textsAt(schema, "enum");
  return choices.length > 0 ? choices.join(" | ") : format === "" ? type : `${type} (${format})`;
}

/** The part of a schema that contains the properties: the items of lists, the values of maps. */
function inner(schema: unknown): unknown {
  const items = at(schema, "items");
  if (isFields(items)) return inner(items);
  const values = at(schema, "additionalProperties");
  return isFields(values) ? inner(values) : schema;
}

/** The properties of a schema, required ones marked. */
export function schemaTree(schema: unknown, depth = 0): SchemaNode[] {
  const properties = at(inner(schema), "properties");
  if (!isFields(properties) || depth > MAX_DEPTH) return [];
  const required = new Set(textsAt(inner(schema), "required"));
  return Object.entries(properties).map(([name, value]) => ({
    name,
    type: typeOf(value),
    required: required.has(name),
    description: textAt(value, "description"),
    children: schemaTree(value, depth + 1),
  }));
}
