import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../vocabulary.ts";
import type { Members } from "./members.ts";
import { makeStructural } from "./structuralSchema.ts";

/** Makes a schema structural; returns it with the notes, failures marked with an exclamation mark. */
function structural(root: Members, preserves = false): { readonly schema: Members; readonly told: string[] } {
  const schema = structuredClone(root);
  const told: string[] = [];
  makeStructural(schema, {
    preserves,
    at: "v1",
    context: {
      vocabulary: createVocabulary(),
      from: "",
      to: "v1",
      note: ({ en }) => told.push(en),
      fail: ({ en }) => told.push(`! ${en}`),
    },
  });
  return { schema, told };
}

const ofSpec = (spec: Members, preserves = false): unknown =>
  (structural({ type: "object", properties: { spec } }, preserves).schema["properties"] as Members)["spec"];

describe("makeStructural", () => {
  it.each([
    [{ properties: {} }, { type: "object", properties: {} }],
    [{ additionalProperties: { type: "string" } }, { type: "object", additionalProperties: { type: "string" } }],
    [{ items: { type: "string" } }, { type: "array", items: { type: "string" } }],
    [{}, { "x-kubernetes-preserve-unknown-fields": true }],
    [
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
    ],
    [
      { anyOf: [{ type: "string", description: "d" }, { type: "integer" }], "x-kubernetes-int-or-string": true },
      { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
    ],
    [
      {
        anyOf: [
          { type: "string", pattern: "%$" },
          { type: "integer", minimum: 1 },
        ],
      },
      {
        anyOf: [{ type: "integer" }, { type: "string" }],
        pattern: "%$",
        minimum: 1,
        "x-kubernetes-int-or-string": true,
      },
    ],
    [
      { type: "string", oneOf: [{ type: "string", pattern: "a", description: "d" }, { maxLength: 3 }] },
      { type: "string", oneOf: [{ pattern: "a" }, { maxLength: 3 }] },
    ],
  ])("adds a type to %j", (before, after) => {
    expect(ofSpec(before)).toEqual(after);
  });

  it("preserves unknown fields at every level except in maps", () => {
    const spec = { properties: { map: { additionalProperties: { type: "string" } }, inner: { type: "object" } } };
    expect(ofSpec(spec, true)).toEqual({
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: {
        map: { type: "object", additionalProperties: { type: "string" } },
        inner: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    });
  });

  it("keeps only allowed settings for metadata", () => {
    const { schema } = structural({
      properties: { metadata: { properties: { name: { type: "string", maxLength: 9 }, labels: {} } }, kind: {} },
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        metadata: { type: "object", properties: { name: { type: "string", maxLength: 9 } } },
        kind: { type: "string" },
      },
    });
  });

  it.each([
    [{ type: "array" }, ["! Schema of v1: `type` at `.` has to be object."]],
    [
      { properties: { a: { type: "array", items: [{ type: "string" }] } } },
      ["! Schema of v1: `items` at `.a` has to be one schema for all items."],
    ],
    [
      { properties: { a: { properties: {}, additionalProperties: true } } },
      ["! Schema of v1: `additionalProperties` at `.a` cannot stand beside properties."],
    ],
    [
      { properties: { a: { type: "object", anyOf: [{ properties: { b: {} } }, { nullable: true }] } } },
      [
        "! Schema of v1: `properties.b` at `.a` has to be said outside of allOf, anyOf, oneOf and not.",
        "! Schema of v1: `nullable` at `.a` has to be said outside of allOf, anyOf, oneOf and not.",
      ],
    ],
    [
      { properties: { a: { anyOf: [{ type: "string", enum: ["a"] }, { type: "integer" }] } } },
      [
        "! Schema of v1: `type` at `.a` has to be said outside of allOf, anyOf, oneOf and not.",
        "! Schema of v1: `type` at `.a` has to be said outside of allOf, anyOf, oneOf and not.",
      ],
    ],
    [
      { properties: { a: { type: "array", uniqueItems: true, items: { additionalProperties: false } } } },
      [
        "Schema of v1: `uniqueItems` at `.a` was left out, which is no longer taken.",
        "Schema of v1: `additionalProperties` at `.a[*]` was left out, which is no longer taken.",
      ],
    ],
  ])("reports what cannot be expressed any more: %j", (root, expected) => {
    expect(structural(root).told).toEqual(expected);
  });
});
