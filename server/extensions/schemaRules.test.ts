import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../shared/vocabulary.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { validateSchema } from "./schemaRules.ts";

const vocabulary = createVocabulary();
const errors = (schema: JsonSchema): string[] =>
  validateSchema(schema, "schema", vocabulary).map(({ field, message }) => `${field}: ${message}`);
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
    expect(errors({ type: "object", properties: { metadata: { type: "object", properties: { name: {} } } } })).toEqual(
      [],
    );
  });

  it.each<[string, JsonSchema, string]>([
    ["no type", {}, `${A}.type: Required value: must not be empty for specified object fields`],
    [
      "null as a type",
      { type: "null" },
      `${A}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
    ],
    ["a reference", { type: "string", $ref: "#/x" }, `${A}.$ref: Forbidden: $ref is not supported`],
    [
      "closed objects",
      { type: "object", additionalProperties: false },
      `${A}.additionalProperties: Forbidden: additionalProperties cannot be set to false`,
    ],
    ["an array of anything", { type: "array" }, `${A}.items: Required value: must be specified`],
    [
      "untyped items",
      { type: "array", items: {} },
      `${A}.items.type: Required value: must not be empty for specified array items`,
    ],
    [
      "a list type elsewhere",
      { type: "string", "x-kubernetes-list-type": "atomic" },
      `${A}.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified`,
    ],
    [
      "a map type elsewhere",
      { type: "string", "x-kubernetes-map-type": "atomic" },
      `${A}.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified`,
    ],
    [
      "an unknown list type",
      list("bag", { type: "string" }),
      `${A}.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "map", "set"`,
    ],
    [
      "keys without a map",
      { type: "array", items: { type: "string" }, ...keys("a") },
      `${A}.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty`,
    ],
    [
      "keys of scalars",
      list("map", { type: "string" }, keys("a")),
      `${A}.items.type: Invalid value: "string": must be object if parent array's x-kubernetes-list-type is map`,
    ],
    [
      "a typed number or text",
      { type: "string", "x-kubernetes-int-or-string": true },
      `${A}.type: Invalid value: "string": must be empty if x-kubernetes-int-or-string is true`,
    ],
    [
      "structure in a combination",
      { type: "object", allOf: [{ type: "object" }] },
      `${A}.allOf[0].type: Forbidden: must be empty to be structural`,
    ],
    [
      "a stranger in a combination",
      { type: "object", not: { properties: { b: {} } } },
      `${A}.properties[b]: Required value: because it is defined in ${A}.not.properties[b]`,
    ],
    [
      "a default of unknown fields",
      { type: "object", default: { b: 1 } },
      `${A}.default: Invalid value: {"b":1}: must not have unknown fields`,
    ],
    [
      "a default beyond its limits",
      { type: "integer", maximum: 1, default: 2 },
      `${A}.default: Invalid value: 2:  in body should be less than or equal to 1`,
    ],
  ])("refuses %s", (_name, property, expected) => {
    expect(field(property)).toEqual([expected]);
  });

  it("wants keys that every item has", () => {
    const items: JsonSchema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "object", default: {} } },
    };
    expect(field(list("map", items, keys("a", "b", "c")))).toEqual([
      `${A}.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
      `${A}.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
      `${A}.x-kubernetes-list-map-keys: Invalid value: ["a","b","c"]: entries must all be names of item properties`,
    ]);
  });

  it("looks everywhere", () => {
    const deep: JsonSchema = {
      type: "array",
      items: { type: "object", additionalProperties: { type: "string", pattern: "[" } },
    };
    expect(field(deep)[0]).toContain(`${A}.items.additionalProperties.pattern: Invalid value: "["`);
  });
});
