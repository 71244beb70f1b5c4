import type { JsonObject } from "../../../../shared/object.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { customSchemaOf } from "../../../model/schema/openapi/customSchema.ts";
import type { CustomDefinition } from "../../../model/schema/openapi/definitions.ts";
import { customName } from "../../../model/schema/openapi/publishedName.ts";
import { type SchemaWriter, structSchema } from "../../../model/schema/openapi/typeSchema.ts";

const META = "apimachinery.pkg.apis.meta.v1";

/** Definition that is the body of a resource's objects. */
export const objectDefinition = (resource: Resource): string =>
  resource.node.name ?? customName(resource.group, resource.version, resource.kind);

/** Definition of its lists. */
export const listDefinition = (resource: Resource): string => `${objectDefinition(resource)}List`;

/** True for resources that a CustomResourceDefinition declares: their type has no definition of its own. */
export const isCustom = (resource: Resource): boolean => resource.node.name === undefined;

/** How the definitions of custom kinds are written and whose they are, by definition. */
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
  const schema =
    customSchemaOf(resource.node, writer.version, writer.schema.vocabulary.extensionPrefix) ??
    structSchema(writer, resource.node);
  const properties = (schema["properties"] ?? {}) as JsonObject;
  return {
    ...schema,
    properties: { ...properties, ...typeMeta(writer), metadata: { $ref: writer.ref(`${META}.ObjectMeta`) } },
    ...kindExtension(writer, resource, resource.kind),
  };
}

function customList(writer: SchemaWriter, resource: Resource): JsonObject {
  return {
    description: `${resource.kind}List is a list of ${resource.kind}`,
    type: "object",
    required: ["items"],
    properties: {
      ...typeMeta(writer),
      items: {
        type: "array",
        description: `List of ${resource.resource}.`,
        items: { $ref: writer.ref(objectDefinition(resource)) },
      },
      metadata: { $ref: writer.ref(`${META}.ListMeta`) },
    },
    ...kindExtension(writer, resource, `${resource.kind}List`),
  };
}

/** `apiVersion` and `kind` mean the same everywhere: their texts come from a type that has them. */
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
