/** Hand-written types for tests: in the style of custom resources, or of the reference's structs. */
import type {
  AnyNode,
  Field,
  ListNode,
  MapNode,
  ScalarNode,
  ScalarType,
  StructNode,
  TypeNode,
} from "../../schema/typeNode.ts";

export const scalar = (name: ScalarType): ScalarNode => ({ kind: "scalar", scalar: name });
export const text = scalar("string");
export const int = scalar("int32");
export const free: AnyNode = { kind: "any", form: "any" };
export const mapOf = (values: TypeNode, mapType?: "atomic" | "granular"): MapNode => ({
  kind: "map",
  values,
  ...(mapType ? { mapType } : {}),
});
export const atomicList = (items: TypeNode): ListNode => ({ kind: "list", items });
export const setOf = (items: TypeNode): ListNode => ({ kind: "list", items, listType: "set" });
export const listBy = (mapKeys: readonly string[], items: TypeNode): ListNode => ({
  kind: "list",
  items,
  listType: "map",
  mapKeys,
});

type FieldOptions = Partial<Omit<Field, "name" | "type">>;
type Shape = Record<string, TypeNode | readonly [TypeNode, FieldOptions]>;

const isPair = (value: Shape[string]): value is readonly [TypeNode, FieldOptions] => Array.isArray(value);

function makeStruct(shape: Shape, base: FieldOptions, more: Partial<StructNode>): StructNode {
  const fields = Object.entries(shape).map(([name, value], i): Field => {
    const [type, options] = isPair(value) ? value : [value, {}];
    const tag = base.tag === undefined ? {} : { tag: i + 1 };
    return { name, type, pointer: true, keep: false, required: false, ...base, ...tag, ...options };
  });
  return { kind: "struct", fields, byName: new Map(fields.map((f) => [f.name, f])), gvks: [], ...more };
}

/** A struct as in a custom resource's schema: fields that JSON omits do not exist. */
export const struct = (shape: Shape, more: Partial<StructNode> = {}): StructNode => makeStruct(shape, {}, more);

/** A struct as in the built-in types: without `pointer`, nested structs always exist and zero values are dropped. */
export const builtin = (shape: Shape, more: Partial<StructNode> = {}): StructNode =>
  makeStruct(shape, { tag: 1, pointer: false }, more);

/** The metadata of every object. */
export const metadata = builtin({
  name: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  generation: scalar("int64"),
  creationTimestamp: scalar("time"),
  labels: mapOf(text),
  annotations: mapOf(text),
  finalizers: [setOf(text), { patchStrategy: "merge" }],
  managedFields: atomicList(free),
});

/** A custom resource with one list, map and struct of each kind. */
export const widget = struct({
  apiVersion: text,
  kind: text,
  metadata: [metadata, { pointer: false, tag: 1 }],
  spec: struct({
    replicas: int,
    name: text,
    byName: listBy(["name"], struct({ name: text, v: int, w: int, nested: struct({ a: text, b: text }) })),
    set: setOf(text),
    atom: atomicList(text),
    gran: mapOf(text),
    atomMap: struct({ a: text, b: text }, { mapType: "atomic" }),
    free: struct({}, { preserveUnknown: true }),
  }),
  status: struct({ phase: text, count: int }),
});

export const WIDGET_VERSION = "example.com/v1";
