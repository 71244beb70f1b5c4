import type { OpenApiSchema } from "../../../shared/schema/typeOfOpenApi.ts";

const PREFIX = "#/components/schemas/";
/** Maximum depth of an example: schemas may contain themselves. */
const MAX_DEPTH = 8;
/** A string that most schemas accept: not empty, and a valid name. */
const TEXT = "example";

type Schemas = Readonly<Record<string, OpenApiSchema>>;

/**
 * The fields with which a new object begins, so that the user need not look up what the schema requires: `spec`, and all
 * required fields at any depth. Fields with a default are left to the server, as are the fields that all objects have.
 *
 * @param schema of the kind
 * @param schemas the document's definitions, for references
 */
export function initialFields(schema: OpenApiSchema, schemas: Schemas): Record<string, unknown> {
  const { apiVersion: _, kind: _kind, metadata: _metadata, status: _status, ...properties } = propertiesOf(schema);
  const required = requiredOf(schema);
  if (properties["spec"] !== undefined) required.add("spec");
  return fields(properties, required, schemas, MAX_DEPTH);
}

function fields(
  properties: Record<string, unknown>,
  required: ReadonlySet<string>,
  schemas: Schemas,
  depth: number,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!required.has(name) || !isSchema(property)) continue;
    const schema = resolved(property, schemas);
    if (schema["default"] === undefined || name === "spec") result[name] = example(schema, schemas, depth - 1);
  }
  return result;
}

/** A value that the schema allows, as far as its simple keywords tell. Patterns are not considered. */
function example(schema: OpenApiSchema, schemas: Schemas, depth: number): unknown {
  const { type, enum: values, minimum, items, minItems } = schema;
  if (Array.isArray(values) && values.length > 0) return values[0];
  if (type === "string") return TEXT;
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return typeof minimum === "number" ? minimum : 0;
  if (type === "array") {
    const isNeeded = typeof minItems === "number" && minItems > 0 && isSchema(items) && depth > 0;
    return isNeeded ? [example(resolved(items, schemas), schemas, depth - 1)] : [];
  }
  if (type === undefined && schema["properties"] === undefined && Array.isArray(schema["anyOf"])) return 0;
  return depth > 0 ? fields(propertiesOf(schema), requiredOf(schema), schemas, depth) : {};
}

const isSchema = (value: unknown): value is OpenApiSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const propertiesOf = ({ properties }: OpenApiSchema): Record<string, unknown> =>
  isSchema(properties) ? properties : {};

const requiredOf = ({ required }: OpenApiSchema): Set<string> =>
  new Set(Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : []);

/** The definition that a schema refers to, with the schema's own keywords; servers wrap references in `allOf`. */
function resolved(schema: OpenApiSchema, schemas: Schemas): OpenApiSchema {
  const { allOf } = schema;
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? allOf : [schema];
  const reference: unknown = isSchema(only) ? only["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith(PREFIX)) return schema;
  return { ...schemas[reference.slice(PREFIX.length)], ...schema };
}
