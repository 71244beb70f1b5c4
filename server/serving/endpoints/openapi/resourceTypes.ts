import type { Json, JsonObject } from "../../../../shared/object.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { customSchemaOf } from "../../../model/schema/openapi/customSchema.ts";
import type { CustomDefinition } from "../../../model/schema/openapi/definitions.ts";
import { customName } from "../../../model/schema/openapi/publishedName.ts";
import { type SchemaWriter, structSchema, withSiblings } from "../../../model/schema/openapi/typeSchema.ts";

const META = "apimachinery.pkg.apis.meta.v1";
const CONVENTIONS = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

/** Name of the definition of a resource's objects. */
export const objectDefinition = (resource: Resource): string =>
  resource.node.name ?? customName(resource.group, resource.version, resource.kind);

/** Name of the definition of a resource's lists. */
export const listDefinition = (resource: Resource): string => `${objectDefinition(resource)}List`;

/** True for resources that a CustomResourceDefinition declares: their type has no definition of its own. */
export const isCustom = (resource: Resource): boolean => resource.node.name === undefined;

/** The resource and schema of each custom kind, by name of its definition. */
export type CustomDefinitions = ReadonlyMap<string, { readonly resource: Resource; readonly write: CustomDefinition }>;

/** Definitions of every custom kind in the catalogue and of its lists. */
export function customDefinitions(catalog: Catalog): CustomDefinitions {
  const found = new Map<string, { readonly resource: Resource; readonly write: CustomDefinition }>();
  for (const resource of catalog.all()) {
    if (!isCustom(resource)) continue;
    found.set(objectDefinition(resource), { resource, write: (writer) => customObject(writer, resource) });
    found.set(listDefinition(resource), { resource, write: (writer) => customList(writer, resource) });
  }
  return found;
}

function customObject(writer: SchemaWriter, resource: Resource): JsonObject {
  const prefix = writer.schema.vocabulary.extensionPrefix;
  const kind = kindExtension(writer, resource, resource.kind);
  const schema = customSchemaOf(resource.node, writer.version, prefix) ?? structSchema(writer, resource.node);
  // Clients of version 2 refuse fields that are not among the listed properties, so such a kind lists no properties.
  if (writer.version === 2 && schema[`${prefix}preserve-unknown-fields`] === true) return { type: "object", ...kind };
  return withIdentity(writer, withEmbeddedIdentities(writer, schema), kind);
}

/** A schema extended by the properties that every object has. */
const withIdentity = (writer: SchemaWriter, schema: JsonObject, extra: JsonObject): JsonObject => ({
  ...schema,
  properties: {
    ...((schema["properties"] ?? {}) as JsonObject),
    ...typeMeta(writer),
    metadata: described(writer, `${META}.ObjectMeta`, writer.describe("api.core.v1.ConfigMap", "metadata")),
  },
  ...extra,
});

/**
 * Adds to the objects embedded in a schema the properties that every object has, and requires their API version and
 * kind. In version 2, objects that preserve unknown fields get no properties, because clients would refuse all other
 * fields.
 */
function withEmbeddedIdentities(writer: SchemaWriter, schema: JsonObject): JsonObject {
  const { extensionPrefix } = writer.schema.vocabulary;
  const result: JsonObject = { ...schema };
  for (const member of ["items", "additionalProperties"]) {
    const inner = schema[member];
    if (isObject(inner)) result[member] = withEmbeddedIdentities(writer, inner);
  }
  const properties = schema["properties"];
  if (isObject(properties)) {
    result["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [
        name,
        isObject(inner) ? withEmbeddedIdentities(writer, inner) : inner,
      ]),
    );
  }
  if (schema[`${extensionPrefix}embedded-resource`] !== true) return result;
  if (writer.version === 2 && schema[`${extensionPrefix}preserve-unknown-fields`] === true) return result;
  const required = new Set([...((schema["required"] ?? []) as string[]), "kind", "apiVersion"]);
  return withIdentity(writer, result, { required: [...required] });
}

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const described = (writer: SchemaWriter, definition: string, description: string | undefined): JsonObject =>
  withSiblings(writer, { $ref: writer.ref(definition) }, description === undefined ? {} : { description });

function customList(writer: SchemaWriter, resource: Resource): JsonObject {
  return {
    description: `${resource.kind}List is a list of ${resource.kind}`,
    type: "object",
    required: ["items"],
    properties: {
      ...typeMeta(writer),
      items: {
        type: "array",
        description: `List of ${resource.resource}. More info: ${writer.schema.vocabulary.translate(CONVENTIONS)}`,
        items: { $ref: writer.ref(objectDefinition(resource)) },
      },
      metadata: described(writer, `${META}.ListMeta`, writer.describe("api.core.v1.ConfigMapList", "metadata")),
    },
    ...kindExtension(writer, resource, `${resource.kind}List`),
  };
}

/** The descriptions of `apiVersion` and `kind`, taken from a built-in type because they are the same everywhere. */
function typeMeta(writer: SchemaWriter): JsonObject {
  const field = (name: string): JsonObject => {
    const description = writer.describe(`${META}.Status`, name);
    return { type: "string", ...(description === undefined ? {} : { description }) };
  };
  return { apiVersion: field("apiVersion"), kind: field("kind") };
}

const kindExtension = (writer: SchemaWriter, { group, version }: Resource, kind: string): JsonObject => ({
  [`${writer.schema.vocabulary.extensionPrefix}group-version-kind`]: [{ group, version, kind }],
});
