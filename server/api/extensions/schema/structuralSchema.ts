/** From a custom resource definition's schema to the in-memory form that all types have. */

import type { Field, ListNode, ScalarNode, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { additionalSchema, extensionsOf, type JsonSchema } from "./jsonSchema.ts";

export interface CompileOptions {
  readonly vocabulary: Vocabulary;
  /** The built-in type of `metadata`, at the root and in embedded resources. */
  readonly objectMeta: StructNode;
  /** Kind that the root is the body of. */
  readonly gvk: readonly [group: string, version: string, kind: string];
}

const ANY: TypeNode = { kind: "any", form: "any" };
/** What `additionalProperties` allows when it says no more than yes or no. */
const UNDESCRIBED: TypeNode = { ...ANY, undescribed: true };
const STRING: ScalarNode = { kind: "scalar", scalar: "string" };

/**
 * Compiles the schema of one version. The struct is anonymous and its fields have no protobuf number: that is how all
 * code tells custom types from built-in ones. A missing schema keeps everything.
 *
 * @example compileSchema({ type: "object", properties: { spec: { type: "object" } } }, options).byName.get("spec")
 */
export function compileSchema(schema: JsonSchema | undefined, options: CompileOptions): StructNode {
  const root = schema ?? { type: "object", [`${options.vocabulary.extensionPrefix}preserve-unknown-fields`]: true };
  const fields = new Map(propertiesOf(root, options).map((field) => [field.name, field]));
  for (const field of identity(options.objectMeta)) fields.set(field.name, field);
  return struct([...fields.values()], root, options, { gvks: [options.gvk] });
}

/** What every object has: in an embedded resource its schema need not say so. */
const identity = (objectMeta: StructNode): Field[] => [
  field("apiVersion", STRING),
  field("kind", STRING),
  field("metadata", objectMeta),
];

const field = (name: string, type: TypeNode, extra: Partial<Field> = {}): Field => ({
  name,
  type,
  pointer: true,
  keep: false,
  required: false,
  ...extra,
});

const freeForms = new WeakMap<StructNode, StructNode>();

/** The type of metadata inside a value: no struct stands behind it, so only stated fields exist. */
function freeForm(objectMeta: StructNode): StructNode {
  let node = freeForms.get(objectMeta);
  if (node === undefined) {
    const fields = objectMeta.fields.map((each): Field => field(each.name, each.type, { required: each.required }));
    node = { ...objectMeta, fields, byName: new Map(fields.map((each) => [each.name, each])) };
    freeForms.set(objectMeta, node);
  }
  return node;
}

function propertiesOf(schema: JsonSchema, options: CompileOptions): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    field(name, compile(property, options), {
      required: schema.required?.includes(name) === true,
      ...(property.default === undefined ? {} : { default: property.default }),
    }),
  );
}

function struct(
  fields: readonly Field[],
  schema: JsonSchema,
  options: CompileOptions,
  extra: Partial<StructNode> = {},
): StructNode {
  const { preserveUnknown, embeddedResource, mapType } = extensionsOf(schema, options.vocabulary);
  return {
    kind: "struct",
    vocabulary: options.vocabulary,
    fields,
    byName: new Map(fields.map((each) => [each.name, each])),
    gvks: [],
    ...(preserveUnknown ? { preserveUnknown } : {}),
    ...(embeddedResource ? { embeddedResource } : {}),
    ...(mapType === undefined ? {} : { mapType }),
    ...extra,
  };
}

function compile(schema: JsonSchema, options: CompileOptions): TypeNode {
  const node = compileType(schema, options);
  return schema.nullable === true ? { ...node, nullable: true } : node;
}

function compileType(schema: JsonSchema, options: CompileOptions): TypeNode {
  const { intOrString } = extensionsOf(schema, options.vocabulary);
  if (intOrString) return { kind: "scalar", scalar: "intOrString" };
  switch (schema.type) {
    case "object":
      return compileObject(schema, options);
    case "array":
      return compileList(schema, options);
    case "string":
      return STRING;
    case "integer":
      return { kind: "scalar", scalar: "int64" };
    case "number":
      return { kind: "scalar", scalar: "double" };
    case "boolean":
      return { kind: "scalar", scalar: "bool" };
    default:
      return ANY;
  }
}

function compileObject(schema: JsonSchema, options: CompileOptions): TypeNode {
  const { embeddedResource, mapType } = extensionsOf(schema, options.vocabulary);
  const values = additionalSchema(schema);
  // Validation refuses what a closed object may not have.
  if (schema.additionalProperties !== undefined) {
    return {
      kind: "map",
      values: values === undefined ? UNDESCRIBED : compile(values, options),
      ...(mapType === undefined ? {} : { mapType }),
    };
  }
  const fields = new Map(propertiesOf(schema, options).map((each) => [each.name, each]));
  if (embeddedResource) for (const each of identity(freeForm(options.objectMeta))) fields.set(each.name, each);
  return struct([...fields.values()], schema, options);
}

function compileList(schema: JsonSchema, options: CompileOptions): ListNode {
  const { preserveUnknown, listType, mapKeys } = extensionsOf(schema, options.vocabulary);
  return {
    kind: "list",
    items: schema.items === undefined ? ANY : compile(schema.items, options),
    ...(preserveUnknown ? { preserveUnknown } : {}),
    ...(listType === undefined ? {} : { listType }),
    ...(mapKeys === undefined ? {} : { mapKeys }),
  };
}
