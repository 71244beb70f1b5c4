import { describe, expect, it } from "vitest";
import { childType, itemElement, shapeOf } from "../../../../shared/apply/typeShape.ts";
import type { TypeNode } from "../../../../shared/schema/typeNode.ts";
import { type OpenApiSchema, typeOfOpenApi } from "../../../../shared/schema/typeOfOpenApi.ts";
import { loadSchema } from "../schema.ts";
import { Definitions, reachable } from "./definitions.ts";
import { publishedName } from "./publishedName.ts";

const schema = loadSchema();
const prefix = schema.vocabulary.extensionPrefix;
const kinds = schema.names().filter((name) => schema.definition(name).gvks.length > 0);
const definitions = new Definitions({ schema, version: 3, descriptions: {} });
const schemas: Record<string, OpenApiSchema> = {};
for (const [name, { value }] of reachable(kinds, (each) => definitions.body(each))) {
  schemas[definitions.published(name)] = value as OpenApiSchema;
}

/** Places where two types would lead to different ownership, as paths; each pair of types is compared once. */
function differences(ours: TypeNode, read: TypeNode, path: string, seen: Map<TypeNode, Set<TypeNode>>): string[] {
  const before = seen.get(ours) ?? new Set();
  if (before.has(read)) return [];
  seen.set(ours, before.add(read));
  // Free-form types follow their values, so compare them for a map.
  const [a, b] = [shapeOf(ours, {}), shapeOf(read, {})];
  if (a.kind !== b.kind) return [`${path}: ${a.kind}, read as ${b.kind}`];
  if (a.kind === "items" && b.kind === "items") {
    const identity = ({ listType, mapKeys }: typeof a.node) => `${listType} ${mapKeys ?? ""}`;
    if (identity(a.node) !== identity(b.node)) return [`${path}: ${identity(a.node)}, read as ${identity(b.node)}`];
    return differences(a.node.items, b.node.items, `${path}[]`, seen);
  }
  if (a.kind !== "fields" || b.kind !== "fields") return [];
  const names = ours.kind === "struct" ? [...ours.byName.keys()] : ["any"];
  return names.flatMap((name) => {
    const [left, right] = [childType(a.node, name), childType(b.node, name)];
    if (left === undefined || right === undefined) return left === right ? [] : [`${path}.${name}: not in both`];
    return differences(left, right, `${path}.${name}`, seen);
  });
}

describe("Types read from OpenAPI", () => {
  it("are equivalent to the built-in types for field ownership", () => {
    expect(kinds.length).toBeGreaterThan(100);
    const seen = new Map<TypeNode, Set<TypeNode>>();
    const found = kinds.flatMap((name) => {
      const read = typeOfOpenApi(schemas, publishedName(schema.vocabulary, name), prefix);
      return differences(schema.definition(name), read, name, seen);
    });
    expect(seen.size).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it("include the defaults of list keys", () => {
    const read = typeOfOpenApi(schemas, publishedName(schema.vocabulary, "api.core.v1.Container"), prefix);
    const ports = read.kind === "struct" ? read.byName.get("ports")?.type : undefined;
    if (ports?.kind !== "list") throw new Error("ports are no list");
    expect(itemElement(ports, { containerPort: 80 })).toEqual({ element: 'k:{"containerPort":80,"protocol":"TCP"}' });
  });

  it("use the extensions of custom resources and merge keys of lists without them", () => {
    const text = { type: "string" };
    const custom: Record<string, OpenApiSchema> = {
      Widget: {
        type: "object",
        properties: {
          set: { type: "array", items: text, [`${prefix}list-type`]: "set" },
          atom: { type: "array", items: text },
          merged: { type: "array", items: { type: "object" }, [`${prefix}patch-strategy`]: "merge" },
          keyed: {
            type: "array",
            items: { type: "object" },
            [`${prefix}patch-strategy`]: "merge,retainKeys",
            [`${prefix}patch-merge-key`]: "name",
          },
          whole: { type: "object", properties: { a: text }, [`${prefix}map-type`]: "atomic" },
          self: { allOf: [{ $ref: "#/components/schemas/Widget" }], default: {} },
          atomicSelf: { allOf: [{ $ref: "#/components/schemas/Widget" }], [`${prefix}map-type`]: "atomic" },
          port: { [`${prefix}int-or-string`]: true },
          amount: { oneOf: [{ type: "string" }, { type: "number" }] },
          free: { [`${prefix}preserve-unknown-fields`]: true },
          open: { type: "object", properties: { a: text }, [`${prefix}preserve-unknown-fields`]: true },
          gone: { $ref: "#/components/schemas/Missing" },
        },
      },
    };
    const read = typeOfOpenApi(custom, "Widget", prefix);
    if (read.kind !== "struct") throw new Error("no struct");
    const type = (name: string) => read.byName.get(name)?.type;
    expect(type("set")).toMatchObject({ listType: "set" });
    expect(type("atom")).not.toHaveProperty("listType");
    expect(type("merged")).toMatchObject({ listType: "set" });
    expect(type("keyed")).toMatchObject({ listType: "map", mapKeys: ["name"] });
    expect(type("whole")).toMatchObject({ kind: "struct", mapType: "atomic" });
    expect(type("self")).toBe(read);
    expect(type("atomicSelf")).toMatchObject({ kind: "struct", mapType: "atomic", fields: read.fields });
    expect(type("port")).toEqual({ kind: "scalar", scalar: "intOrString" });
    expect(type("amount")).toEqual({ kind: "scalar", scalar: "intOrString" });
    expect(type("free")).toMatchObject({ kind: "any" });
    expect(type("open")).toMatchObject({ kind: "struct", preserveUnknown: true });
    expect(type("gone")).toMatchObject({ kind: "any" });
  });
});
