/** Converts a custom resource definition's schema to the in-memory form that all types have. */

import type { Field, ListNode, ScalarNode, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { immediately, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { additionalSchema, extensionsOf, type JsonSchema } from "./jsonSchema.ts";

export interface CompileOptions {
  readonly vocabulary: Vocabulary;
  /** The built-in type of `metadata`, at the root and in embedded resources. */
  readonly objectMeta: StructNode;
  /** Kind of the root object. */
  readonly gvk: readonly [group: string, version: string, kind: string];
}

const ANY: TypeNode = { kind: "any", form: "any" };
/** The value type when `additionalProperties` is a boolean. */
const ANY_UNDESCRIBED: TypeNode = { ...ANY, undescribed: true };
const STRING: ScalarNode = { kind: "scalar", scalar: "string" };

/**
 * Compiles the schema of one version. The struct is anonymous and its fields have no protobuf numbers, which
 * distinguishes custom types from built-in ones everywhere. A missing schema keeps everything.
 *
 * @example compileSchema({ type: "object", properties: { spec: { type: "object" } } }, options).byName.get("spec")
 */
export function* compileInSteps(schema: JsonSchema | undefined, options: CompileOptions): Steps<StructNode> {
  const root = schema ?? { type: "object", [`${options.vocabulary.extensionPrefix}preserve-unknown-fields`]: true };
  const fields = yield* propertiesOf(root, options);
  for (const field of identity(options.objectMeta)) fields.set(field.name, field);
  return struct(fields, root, options, { gvks: [options.gvk] });
}

/** The same at once. */
export const compileSchema = immediately(compileInSteps);

/** The fields that every object has; the schema of an embedded resource need not declare them. */
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

/** The type of metadata inside a value: there is no struct behind it, so unstated fields stay absent. */
function freeForm(objectMeta: StructNode): StructNode {
  let node = freeForms.get(objectMeta);
  if (node === undefined) {
    const fields = objectMeta.fields.map((each): Field => field(each.name, each.type, { required: each.required }));
    node = { ...objectMeta, fields, byName: new Map(fields.map((each) => [each.name, each])) };
    freeForms.set(objectMeta, node);
  }
  return node;
}

/** The fields of the properties, by name. */
function* propertiesOf({ properties = {}, required }: JsonSchema, options: CompileOptions): Steps<Map<string, Field>> {
  const isRequired = new Set(required);
  const fields = new Map<string, Field>();
  for (const name of Object.keys(properties)) {
    if (isTurnDue()) yield;
    const property = properties[name] ?? {};
    const extra = property.default === undefined ? {} : { default: property.default };
    const type = yield* compile(property, options);
    fields.set(name, field(name, type, { required: isRequired.has(name), ...extra }));
  }
  return fields;
}

function struct(
  byName: ReadonlyMap<string, Field>,
  schema: JsonSchema,
  options: CompileOptions,
  extra: Partial<StructNode> = {},
): StructNode {
  const { preserveUnknown, embeddedResource, mapType } = extensionsOf(schema, options.vocabulary);
  return {
    kind: "struct",
    vocabulary: options.vocabulary,
    fields: [...byName.values()],
    byName,
    gvks: [],
    ...(preserveUnknown ? { preserveUnknown } : {}),
    ...(embeddedResource ? { embeddedResource } : {}),
    ...(mapType === undefined ? {} : { mapType }),
    ...extra,
  };
}

function* compile(schema: JsonSchema, options: CompileOptions): Steps<TypeNode> {
  const node = yield* compileType(schema, options);
  return schema.nullable === true ? { ...node, nullable: true } : node;
}

function* compileType(schema: JsonSchema, options: CompileOptions): Steps<TypeNode> {
  const { intOrString } = extensionsOf(schema, options.vocabulary);
  if (intOrString) return { kind: "scalar", scalar: "intOrString" };
  switch (schema.type) {
    case "object":
      return yield* compileObject(schema, options);
    case "array":
      return yield* compileList(schema, options);
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

function* compileObject(schema: JsonSchema, options: CompileOptions): Steps<TypeNode> {
  const { embeddedResource, mapType } = extensionsOf(schema, options.vocabulary);
  const values = additionalSchema(schema);
  // Validation reports forbidden members of a closed object.
  if (schema.additionalProperties !== undefined) {
    return {
      kind: "map",
      values: values === undefined ? ANY_UNDESCRIBED : yield* compile(values, options),
      ...(mapType === undefined ? {} : { mapType }),
    };
  }
  const fields = yield* propertiesOf(schema, options);
  if (embeddedResource) for (const each of identity(freeForm(options.objectMeta))) fields.set(each.name, each);
  return struct(fields, schema, options);
}

function* compileList(schema: JsonSchema, options: CompileOptions): Steps<ListNode> {
  const { preserveUnknown, listType, mapKeys } = extensionsOf(schema, options.vocabulary);
  return {
    kind: "list",
    items: schema.items === undefined ? ANY : yield* compile(schema.items, options),
    ...(preserveUnknown ? { preserveUnknown } : {}),
    ...(listType === undefined ? {} : { listType }),
    ...(mapKeys === undefined ? {} : { mapKeys }),
  };
}
