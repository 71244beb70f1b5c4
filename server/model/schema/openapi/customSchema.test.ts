import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { customSchemaOf, setCustomSchema } from "./customSchema.ts";

const node = (): StructNode => ({ kind: "struct", fields: [], byName: new Map(), gvks: [] });

function older(schema: JsonObject): JsonObject | undefined {
  const type = node();
  setCustomSchema(type, schema);
  return customSchemaOf(type, 2, "x-kubernetes-");
}

describe("Custom resource schemas", () => {
  it("are published unchanged in version 3", () => {
    const type = node();
    expect(customSchemaOf(type, 3, "x-kubernetes-")).toBeUndefined();
    const schema = { type: "object", anyOf: [{}], properties: { a: { type: "string", nullable: true } } };
    setCustomSchema(type, schema);
    expect(customSchemaOf(type, 3, "x-kubernetes-")).toBe(schema);
    expect(customSchemaOf(node(), 3, "x-kubernetes-")).toBeUndefined();
  });

  it("lose oneOf, not and defaults in version 2 at every depth", () => {
    expect(
      older({
        type: "object",
        oneOf: [{ required: ["a"] }],
        properties: {
          a: { type: "string", default: "x", pattern: "^x" },
          not: { type: "array", items: { type: "integer", not: { maximum: 3 }, minimum: 1 } },
          m: { type: "object", additionalProperties: { type: "string", anyOf: [] } },
        },
      }),
    ).toEqual({
      type: "object",
      properties: {
        a: { type: "string", pattern: "^x" },
        not: { type: "array", items: { type: "integer", minimum: 1 } },
        m: { type: "object", additionalProperties: { type: "string" } },
      },
    });
  });

  it("omit types in version 2 that it cannot express", () => {
    expect(
      older({
        type: "object",
        properties: {
          port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
          note: { type: "string", nullable: true, description: "d" },
          list: { type: "array", nullable: true, items: { type: "string" } },
          free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
        },
      }),
    ).toEqual({
      type: "object",
      properties: {
        port: { "x-kubernetes-int-or-string": true },
        note: { description: "d" },
        list: {},
        free: { "x-kubernetes-preserve-unknown-fields": true },
      },
    });
  });
});
