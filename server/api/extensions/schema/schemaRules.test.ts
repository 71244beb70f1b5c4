import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { validateSchema } from "./schemaRules.ts";

const vocabulary = createVocabulary();
const errors = (schema: JsonSchema): string[] =>
  atOnce(validateSchema(schema, "schema", vocabulary)).map(({ field, message }) => `${field}: ${message}`);
const field = (property: JsonSchema): string[] => errors({ type: "object", properties: { a: property } });
const A = "schema.properties[a]";
const list = (kind: string, items: JsonSchema, more: object = {}): JsonSchema => ({
  type: "array",
  "x-kubernetes-list-type": kind,
  items,
  ...more,
});
const keys = (...names: string[]): object => ({ "x-kubernetes-list-map-keys": names });

describe("validateSchema", () => {
  it("accepts structural schemas", () => {
    const named: JsonSchema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const property: JsonSchema = {
      type: "object",
      properties: {
        free: { "x-kubernetes-preserve-unknown-fields": true },
        either: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        map: { type: "object", additionalProperties: { type: "string" }, default: { k: "v" } },
        set: list("set", { type: "string" }),
        keyed: list("map", named, keys("name")),
        rule: { type: "string", "x-kubernetes-validations": [{ rule: "self != ''" }] },
        pod: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      },
      oneOf: [{ required: ["free"] }, { required: ["map"], properties: { map: { maxProperties: 2 } } }],
    };
    expect(field(property)).toEqual([]);
    const metadata: JsonSchema = { type: "object", properties: { name: { type: "string", pattern: "^a" } } };
    expect(errors({ type: "object", properties: { metadata } })).toEqual([]);
  });

  it.each<[string, JsonSchema, string]>([
    ["a schema without a type", {}, `${A}.type: Required value: must not be empty for specified object fields`],
    ["an empty reference", { type: "string", $ref: "" }, `${A}.$ref: Forbidden: $ref is not supported`],
    [
      "additionalItems",
      { type: "array", items: { type: "string" }, additionalItems: {} },
      `${A}.additionalItems: Forbidden: additionalItems is not supported`,
    ],
    ["a reference", { type: "string", $ref: "#/x" }, `${A}.$ref: Forbidden: $ref is not supported`],
    [
      "properties together with additionalProperties",
      { type: "object", additionalProperties: false, properties: { b: { type: "string" } } },
      `${A}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`,
    ],
    ["an array without items", { type: "array" }, `${A}.items: Required value: must be specified`],
    [
      "items without a type",
      { type: "array", items: {} },
      `${A}.items.type: Required value: must not be empty for specified array items`,
    ],
    [
      "a list type of a schema that is not an array",
      { type: "string", "x-kubernetes-list-type": "atomic" },
      `${A}.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified`,
    ],
    [
      "a map type of a schema that is not an object",
      { type: "string", "x-kubernetes-map-type": "atomic" },
      `${A}.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified`,
    ],
    [
      "an unknown list type",
      list("bag", { type: "string" }),
      `${A}.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"`,
    ],
    [
      "list map keys without list type map",
      { type: "array", items: { type: "string" }, ...keys("a") },
      `${A}.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty`,
    ],
    [
      "list map keys of scalar items",
      list("map", { type: "string" }, keys("a")),
      `${A}.items.type: Invalid value: "string": must be object if parent array's x-kubernetes-list-type is map`,
    ],
    [
      "an int-or-string that preserves unknown fields",
      { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true },
      `${A}.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true`,
    ],
    [
      "an embedded resource without a type",
      { "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      `${A}.type: Required value: must be object if x-kubernetes-embedded-resource is true`,
    ],
    [
      "validation rules in allOf",
      { type: "object", allOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] },
      `${A}.allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural`,
    ],
    [
      "a default in oneOf",
      { type: "object", properties: { b: { type: "string" } }, oneOf: [{ properties: { b: { default: "x" } } }] },
      `${A}.oneOf[0].properties[b].default: Forbidden: must be undefined to be structural`,
    ],
    [
      "metadata in not",
      { type: "object", not: { properties: { metadata: {} } } },
      `${A}.not.properties[metadata]: Forbidden: must not be specified in a nested context`,
    ],
    [
      "a set whose items are granular objects",
      list("set", { type: "object", "x-kubernetes-map-type": "granular" }),
      `${A}.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set`,
    ],
    [
      "a type in allOf",
      { type: "object", allOf: [{ type: "object" }] },
      `${A}.allOf[0].type: Forbidden: must be empty to be structural`,
    ],
    [
      "a default with an unknown field",
      { type: "object", default: { b: 1 } },
      `${A}.default: Invalid value: map[string]interface {}{"b":1}: must not have unknown fields`,
    ],
    [
      "a default above the maximum",
      { type: "integer", maximum: 1, default: 2 },
      `${A}.default: Invalid value: 2:  in body should be less than or equal to 1`,
    ],
  ])("rejects %s", (_name, property, expected) => {
    expect(field(property)).toEqual([expected]);
  });

  it("requires list map keys to be present in every item", () => {
    const items: JsonSchema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "object", default: {} } },
    };
    expect(field(list("map", items, keys("a", "b", "c", "b")))).toEqual([
      `${A}.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
      `${A}.x-kubernetes-list-map-keys: Invalid value: []string{"a", "b", "c", "b"}: entries must all be names of item properties`,
      `${A}.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
      `${A}.x-kubernetes-list-map-keys: Invalid value: []string{"a", "b", "c", "b"}: must not contain duplicate entries`,
      `${A}.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
    ]);
  });

  it("reports type null twice and skips structural checks for a missing type", () => {
    expect(field({ type: "null" })).toEqual([
      `${A}.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"`,
      `${A}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
    ]);
    const { $ref: _, ...untyped } = { $ref: "#/x" };
    expect(field(untyped)).toHaveLength(1);
    expect(field({ $ref: "#/x" })).toEqual([`${A}.$ref: Forbidden: $ref is not supported`]);
  });

  it("requires properties used in a root-level oneOf to be declared, and an object root", () => {
    const root: JsonSchema = { type: "object", oneOf: [{ properties: { b: { minLength: 1 } } }] };
    expect(errors({ ...root, additionalProperties: true })).toEqual([
      "schema.additionalProperties: Forbidden: must not be used at the root",
      "schema.properties[b]: Required value: because it is defined in schema.oneOf[0].properties[b]",
    ]);
  });

  it("forbids defaults in metadata", () => {
    const metadata: JsonSchema = { type: "object", properties: { name: { type: "string", default: "x" } } };
    expect(errors({ type: "object", properties: { metadata } })).toEqual([
      "schema.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata",
    ]);
    const described = { type: "object", properties: { metadata: { type: "object", description: "x" } } };
    expect(errors(described)).toEqual([
      "schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
    ]);
  });

  it("validates nested schemas", () => {
    const deep: JsonSchema = {
      type: "array",
      items: { type: "object", additionalProperties: { type: "string", pattern: "[" } },
    };
    expect(field(deep)[0]).toContain(`${A}.items.additionalProperties.pattern: Invalid value: "["`);
  });
});
