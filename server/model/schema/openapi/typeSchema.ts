import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { Json, JsonObject } from "../../../../shared/object.ts";
import type {
  AnyNode,
  Field,
  ScalarNode,
  ScalarType,
  StructNode,
  TypeNode,
} from "../../../../shared/schema/typeNode.ts";
import type { Schema } from "../schema.ts";

/** The two published versions differ in references, defaults and a few scalar definitions. */
export type OpenApiVersion = 2 | 3;

/** The dependencies of converting a type to a schema. */
export interface SchemaWriter {
  readonly version: OpenApiVersion;
  readonly schema: Schema;
  /** Whether the allowed values of fields are published. */
  readonly enums: boolean;
  /** The `$ref` value of a definition. The implementation ensures that the definition is published, too. */
  ref(definition: string): string;
  /** The description of a definition's field, or of the definition itself when the field is empty. */
  describe(definition: string, field: string): string | undefined;
}

const SCALARS: Readonly<Record<ScalarType, JsonObject>> = {
  string: { type: "string" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  bool: { type: "boolean" },
  double: { type: "number", format: "double" },
  float: { type: "number", format: "float" },
  bytes: { type: "string", format: "byte" },
  time: { type: "string", format: "date-time" },
  microTime: { type: "string", format: "date-time" },
  duration: { type: "string" },
  quantity: { type: "string" },
  intOrString: {},
};

/** Zero values that version 3 implies; other scalars have none. */
const ZEROS: Partial<Record<ScalarType, Json>> = { string: "", int32: 0, int64: 0, bool: false, double: 0, float: 0 };

/** The schema of a named definition's body. */
export function definitionSchema(writer: SchemaWriter, name: string): JsonObject {
  const published = writer.schema.published(name);
  const description = writer.describe(name, "");
  const text: JsonObject = description === undefined ? {} : { description };
  if (published !== undefined && !published.json.startsWith("[]")) {
    const form = writer.version === 2 ? (published.openapiV2 ?? published.openapi) : published.openapi;
    return { ...text, ...((form ?? {}) as JsonObject) };
  }
  return { ...text, ...structSchema(writer, writer.schema.definition(name)) };
}

/** The schema of a struct: fields, required fields, extensions. */
export function structSchema(writer: SchemaWriter, node: StructNode): JsonObject {
  const { extensionPrefix } = writer.schema.vocabulary;
  const fields = [...node.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: "object",
    ...(fields.length === 0
      ? {}
      : { properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(writer, node, field)])) }),
    ...(required.length === 0 ? {} : { required }),
    ...(node.gvks.length === 0
      ? {}
      : {
          [`${extensionPrefix}group-version-kind`]: node.gvks.map(([group, version, kind]) => ({
            group,
            version,
            kind,
          })),
        }),
    ...(node.mapType === undefined ? {} : { [`${extensionPrefix}map-type`]: node.mapType }),
    ...(node.unions === undefined
      ? {}
      : {
          [`${extensionPrefix}unions`]: node.unions.map((union) => ({
            ...(union.discriminator === undefined ? {} : { discriminator: union.discriminator }),
            "fields-to-discriminateBy": { ...union.fields },
          })),
        }),
    ...(node.preserveUnknown === true ? { [`${extensionPrefix}preserve-unknown-fields`]: true } : {}),
    ...(node.embeddedResource === true ? { [`${extensionPrefix}embedded-resource`]: true } : {}),
  };
}

function fieldSchema(writer: SchemaWriter, owner: StructNode, field: Field): JsonObject {
  const { extensionPrefix } = writer.schema.vocabulary;
  const text = owner.name === undefined ? undefined : writer.describe(owner.name, field.name);
  const description = writer.enums ? withValues(text, field) : text;
  const implied = writer.version === 2 ? undefined : fieldDefault(field);
  return withSiblings(writer, typeSchema(writer, field.type), {
    ...(description === undefined ? {} : { description }),
    ...(implied === undefined ? {} : { default: implied }),
    ...(field.patchStrategy === undefined ? {} : { [`${extensionPrefix}patch-strategy`]: field.patchStrategy }),
    ...(field.patchMergeKey === undefined ? {} : { [`${extensionPrefix}patch-merge-key`]: field.patchMergeKey }),
    ...ownMapType(writer, field.type),
    ...(field.listType === undefined ? {} : { [`${extensionPrefix}list-type`]: field.listType }),
  });
}

/** Appends the list of allowed values to a description, for readers. */
function withValues(description: string | undefined, { type }: Field): string | undefined {
  if (description === undefined || type.kind !== "scalar" || type.enum === undefined) return description;
  return `${description}\n\nPossible enum values:\n${type.enum.map((value) => ` - \`"${value}"\``).join("\n")}`;
}

/** The map type that a field sets for a struct, in addition to its definition. */
function ownMapType(writer: SchemaWriter, node: TypeNode): JsonObject {
  if (node.kind !== "struct" || node.name === undefined || node.mapType === undefined) return {};
  if (writer.schema.definition(node.name).mapType === node.mapType) return {};
  return { [`${writer.schema.vocabulary.extensionPrefix}map-type`]: node.mapType };
}

/** The default in version 3: the declared one, or else the zero value of a field that is not a pointer. */
function fieldDefault(field: Field): Json | undefined {
  if (field.default !== undefined) return field.default as Json;
  if (field.pointer) return undefined;
  const { type } = field;
  if (type.kind === "struct") return type.name === undefined ? undefined : {};
  return type.kind === "scalar" && field.keep ? zeroOf(type) : undefined;
}

const zeroOf = (node: ScalarNode): Json | undefined => (node.definition === undefined ? ZEROS[node.scalar] : undefined);

/** The schema of a type where it is used; named types become references. */
export function typeSchema(writer: SchemaWriter, node: TypeNode): JsonObject {
  const schema = bareSchema(writer, node);
  return node.nullable === true && writer.version === 3 ? withSiblings(writer, schema, { nullable: true }) : schema;
}

function bareSchema(writer: SchemaWriter, node: TypeNode): JsonObject {
  const { extensionPrefix } = writer.schema.vocabulary;
  switch (node.kind) {
    case "scalar":
      return scalarSchema(writer, node);
    case "any":
      return anySchema(writer, node);
    case "struct":
      return node.name === undefined ? structSchema(writer, node) : { $ref: writer.ref(node.name) };
    case "list":
      return {
        type: "array",
        items: elementSchema(writer, node.items),
        ...(node.listType === undefined ? {} : { [`${extensionPrefix}list-type`]: node.listType }),
        ...(node.mapKeys === undefined ? {} : { [`${extensionPrefix}list-map-keys`]: [...node.mapKeys] }),
      };
    case "map":
      return {
        type: "object",
        additionalProperties: elementSchema(writer, node.values),
        ...(node.mapType === undefined ? {} : { [`${extensionPrefix}map-type`]: node.mapType }),
      };
  }
}

function scalarSchema(writer: SchemaWriter, node: ScalarNode): JsonObject {
  if (node.definition !== undefined) return { $ref: writer.ref(node.definition) };
  if (node.scalar === "intOrString") return { [`${writer.schema.vocabulary.extensionPrefix}int-or-string`]: true };
  return { ...SCALARS[node.scalar], ...(node.enum === undefined || !writer.enums ? {} : { enum: [...node.enum] }) };
}

function anySchema(writer: SchemaWriter, node: AnyNode): JsonObject {
  if (node.definition !== undefined) return { $ref: writer.ref(node.definition) };
  return node.form === "any" ? {} : { type: "object" };
}

/** The schema of a list's items or a map's values: in version 3, their zero value is published. */
function elementSchema(writer: SchemaWriter, node: TypeNode): JsonObject {
  const schema = typeSchema(writer, node);
  if (writer.version === 2) return schema;
  const zero =
    node.kind === "struct" && node.name !== undefined ? {} : node.kind === "scalar" ? zeroOf(node) : undefined;
  return zero === undefined ? schema : withSiblings(writer, schema, { default: zero });
}

/** In version 3, siblings of a `$ref` are ignored, so the reference is moved into an `allOf`. */
export function withSiblings(writer: SchemaWriter, schema: JsonObject, siblings: JsonObject): JsonObject {
  if (isEmptyMap(siblings)) return schema;
  const { $ref, ...rest } = schema;
  if ($ref === undefined || writer.version === 2) return { ...schema, ...siblings };
  return { allOf: [{ $ref }], ...rest, ...siblings };
}
