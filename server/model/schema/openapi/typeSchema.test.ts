import { describe, expect, it } from "vitest";
import type { Field, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { loadSchema } from "../schema.ts";
import { type OpenApiVersion, type SchemaWriter, structSchema, typeSchema } from "./typeSchema.ts";

const writer = (version: OpenApiVersion, texts: Record<string, string> = {}): SchemaWriter => ({
  version,
  schema: loadSchema(),
  enums: true,
  ref: (definition) => `#/${definition}`,
  describe: (_definition, field) => texts[field],
});
const field = (name: string, type: TypeNode, more: Partial<Field> = {}): Field => ({
  name,
  type,
  pointer: false,
  keep: false,
  required: false,
  ...more,
});
const struct = (fields: Field[], more: Partial<StructNode> = {}): StructNode => ({
  kind: "struct",
  fields,
  byName: new Map(fields.map((member) => [member.name, member])),
  gvks: [],
  ...more,
});
const text: TypeNode = { kind: "scalar", scalar: "string" };

describe("Schemas of types", () => {
  it("inline anonymous structs with custom resource extensions", () => {
    const node = struct([field("b", { kind: "scalar", scalar: "intOrString" }), field("a", text, { required: true })], {
      preserveUnknown: true,
      embeddedResource: true,
      nullable: true,
    });
    expect(typeSchema(writer(3), node)).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { "x-kubernetes-int-or-string": true } },
      required: ["a"],
      "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-embedded-resource": true,
      nullable: true,
    });
    expect(typeSchema(writer(2), node)).not.toHaveProperty("nullable");
  });

  it("publish list and map types", () => {
    expect(typeSchema(writer(2), { kind: "list", items: text, listType: "set" })).toEqual({
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "set",
    });
    const items = struct([field("name", text)], { name: "api.core.v1.Container" });
    expect(typeSchema(writer(3), { kind: "list", items, listType: "map", mapKeys: ["name"] })).toEqual({
      type: "array",
      items: { allOf: [{ $ref: "#/api.core.v1.Container" }], default: {} },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    });
    expect(typeSchema(writer(3), { kind: "map", values: text, mapType: "atomic" })).toEqual({
      type: "object",
      additionalProperties: { type: "string", default: "" },
      "x-kubernetes-map-type": "atomic",
    });
  });

  it("include implied defaults in version 3 only", () => {
    const node = struct([
      field("kept", { kind: "scalar", scalar: "int32" }, { keep: true }),
      field("declared", text, { default: "TCP", keep: true }),
      field("pointer", text, { pointer: true, keep: true }),
      field("dropped", text),
      field("bytes", { kind: "scalar", scalar: "bytes" }, { keep: true }),
    ]);
    expect(structSchema(writer(3), node)["properties"]).toEqual({
      bytes: { type: "string", format: "byte" },
      declared: { type: "string", default: "TCP" },
      dropped: { type: "string" },
      kept: { type: "integer", format: "int32", default: 0 },
      pointer: { type: "string" },
    });
    expect(JSON.stringify(structSchema(writer(2), node))).not.toContain("default");
  });

  it("list enum values after the description", () => {
    const node = struct([field("p", { kind: "scalar", scalar: "string", enum: ["TCP", "UDP"] })], { name: "x" });
    expect(structSchema(writer(2, { p: "Protocol." }), node)["properties"]).toEqual({
      p: {
        type: "string",
        enum: ["TCP", "UDP"],
        description: 'Protocol.\n\nPossible enum values:\n - `"TCP"`\n - `"UDP"`',
      },
    });
  });

  it("publish unions and strategic merge hints", () => {
    const node = struct(
      [field("list", { kind: "list", items: text }, { patchStrategy: "merge", patchMergeKey: "name" })],
      { unions: [{ discriminator: "type", fields: { list: "List" } }] },
    );
    expect(structSchema(writer(2), node)).toMatchObject({
      properties: { list: { "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name" } },
      "x-kubernetes-unions": [{ discriminator: "type", "fields-to-discriminateBy": { list: "List" } }],
    });
  });
});
