import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { validateInSteps } from "./validateValue.ts";

const validateValue = immediately(validateInSteps);

const vocabulary = createVocabulary();

/** `field: message` of every error. */
const errors = (schema: JsonSchema, value: unknown, options: { base?: string; old?: unknown } = {}): string[] =>
  validateValue(schema, value, { vocabulary, ...options }).map(({ field, message }) => `${field}: ${message}`);
const inSpec = (schema: JsonSchema): JsonSchema => ({ type: "object", properties: { spec: schema } });

describe("Types", () => {
  it.each([
    ["string", 5, "integer"],
    ["integer", 2.5, "number"],
    ["integer", 1e20, "number"],
    ["integer", "2", "string"],
    ["number", true, "boolean"],
    ["boolean", [], "array"],
    ["array", {}, "object"],
    ["object", null, "null"],
  ])("%s rejects %j", (type, value, actual) => {
    expect(errors(inSpec({ type }), { spec: value })).toEqual([
      `spec: Invalid value: "${actual}": spec in body must be of type ${type}: "${actual}"`,
    ]);
  });

  it("integers are numbers, null is valid if nullable, untyped fields accept anything", () => {
    expect(errors({ type: "number" }, 3)).toEqual([]);
    expect(errors({ type: "string", nullable: true }, null)).toEqual([]);
    expect(errors({}, [{ any: "thing" }])).toEqual([]);
  });

  it("an object with additionalProperties false has no properties", () => {
    const schema = inSpec({ type: "object", additionalProperties: false });
    expect(errors(schema, { spec: {} })).toEqual([]);
    expect(errors(schema, { spec: { a: 1 } })).toEqual([
      'spec: Invalid value: "a": spec.a in body is a forbidden property',
    ]);
  });

  it("number formats are not validated", () => {
    expect(errors({ type: "integer", format: "int32" }, 2 ** 31)).toEqual([]);
    expect(errors(inSpec({ type: "integer", format: "int64" }), { spec: "a" })).toEqual([
      'spec: Invalid value: "string": spec in body must be of type integer: "string"',
    ]);
  });

  it("string format errors name the expected format and the actual value", () => {
    const schema = inSpec({ type: "string", format: "date-time" });
    const error = (found: string): string[] => [
      `spec: Invalid value: "${found}": spec in body must be of type date-time: "${found}"`,
    ];
    expect(errors(schema, { spec: 5 })).toEqual(error("int64"));
    expect(errors(schema, { spec: 2.5 })).toEqual(error("float64"));
    expect(errors(schema, { spec: true })).toEqual(error(""));
    expect(errors(schema, { spec: {} })).toEqual(error(""));
    expect(errors(schema, { spec: [] })).toEqual([]);
    expect(errors(schema, { spec: null })).toEqual([
      'spec: Invalid value: "null": spec in body must be of type string: "null"',
    ]);
  });

  it("null is rejected by an enum even if listed", () => {
    expect(errors(inSpec({ type: "string", nullable: true, enum: ["a", null] }), { spec: null })).toEqual([
      'spec: Unsupported value: "null": supported values: "a", "null"',
    ]);
  });

  it("int-or-string accepts integers and strings only", () => {
    const schema = inSpec({ "x-kubernetes-int-or-string": true });
    expect(errors(schema, { spec: 1 })).toEqual([]);
    expect(errors(schema, { spec: "80%" })).toEqual([]);
    expect(errors(schema, { spec: true })).toEqual([
      'spec: Invalid value: "boolean": spec in body must be of type integer,string: "boolean"',
    ]);
  });
});

describe("Limits", () => {
  it.each<[JsonSchema, unknown, string]>([
    [{ minimum: 1 }, 0, "Invalid value: 0: spec in body should be greater than or equal to 1"],
    [{ minimum: 1, exclusiveMinimum: true }, 1, "Invalid value: 1: spec in body should be greater than 1"],
    [{ maximum: 3 }, 4, "Invalid value: 4: spec in body should be less than or equal to 3"],
    [{ maximum: 3, exclusiveMaximum: true }, 3, "Invalid value: 3: spec in body should be less than 3"],
    [{ multipleOf: 5 }, 7, "Invalid value: 7: spec in body should be a multiple of 5"],
    [{ minLength: 2 }, "a", 'Invalid value: "a": spec in body should be at least 2 chars long'],
    [{ maxLength: 2 }, "abc", "Too long: may not be more than 2 bytes"],
    [{ pattern: "^[a-z]+$" }, "A1", "Invalid value: \"A1\": spec in body should match '^[a-z]+$'"],
    [{ format: "date-time" }, "now", 'Invalid value: "now": spec in body must be of type date-time: "now"'],
    [{ enum: ["a", 1] }, "b", 'Unsupported value: "b": supported values: "a", "1"'],
    [
      { enum: ["a"] },
      { b: [1] },
      'Unsupported value: map[string]interface {}{"b":[]interface {}{1}}: supported values: "a"',
    ],
    [{ maxItems: 1 }, [1, 2], "Too many: 2: must have at most 1 items"],
    [{ minItems: 1 }, [], "Invalid value: 0: spec in body should have at least 1 items"],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, "Too many: 2: must have at most 1 items"],
    [{ minProperties: 1 }, {}, "Invalid value: 0: spec in body should have at least 1 properties"],
  ])("%j rejects %j", (schema, value, message) => {
    expect(errors(inSpec(schema), { spec: value })).toEqual([`spec: ${message}`]);
  });

  it("decimal fractions are checked exactly for multipleOf", () => {
    expect(errors({ multipleOf: 0.1 }, 0.3)).toEqual([]);
    expect(errors({ multipleOf: 0.01 }, 4.02)).toEqual([]);
    expect(errors({ multipleOf: 0.1 }, 0.35)).toHaveLength(1);
  });

  it("maxLength counts characters, not UTF-16 code units", () => {
    expect(errors({ maxLength: 2 }, "𝒳𝒴")).toEqual([]);
  });

  it("a pattern prone to catastrophic backtracking is matched quickly", () => {
    expect(errors({ pattern: "^(a+)+$" }, `${"a".repeat(5000)}!`)).toHaveLength(1);
  });
});

describe("Properties", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["b"],
    properties: { a: { type: "string" }, b: { type: "integer" } },
  };

  it("reports missing and invalid properties with their paths", () => {
    expect(errors(inSpec(schema), { spec: { a: 1 } })).toEqual([
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
      "spec.b: Required value",
    ]);
  });

  it("validates items and values of maps", () => {
    const list = inSpec({ type: "array", items: { type: "object", additionalProperties: { type: "string" } } });
    expect(errors(list, { spec: [{}, { k: 1 }] })).toEqual([
      'spec[1].k: Invalid value: "integer": spec[1].k in body must be of type string: "integer"',
    ]);
  });

  it("reports only paths below the base", () => {
    expect(errors(schema, { a: 1, b: 1 }, { base: "status" })).toEqual([
      'status.a: Invalid value: "integer": a in body must be of type string: "integer"',
    ]);
  });
});

describe("Ratcheting", () => {
  const schema = inSpec({
    type: "object",
    properties: {
      old: { type: "string", maxLength: 1 },
      list: { type: "array", items: { type: "string", maxLength: 1 } },
      keyed: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: { type: "object", properties: { k: { type: "string" }, v: { type: "string", maxLength: 1 } } },
      },
    },
  });

  it("ignores errors in unchanged values on update", () => {
    const before = { spec: { old: "too long", other: 1 } };
    expect(errors(schema, { spec: { old: "too long", other: 2 } }, { old: before })).toEqual([]);
    expect(errors(schema, { spec: { old: "also too long" } }, { old: before })).toHaveLength(1);
  });

  it("correlates list items by key in keyed lists only", () => {
    const before = { spec: { keyed: [{ k: "a", v: "long" }], list: ["long"] } };
    const keyed = [
      { k: "b", v: "x" },
      { k: "a", v: "long" },
    ];
    expect(errors(schema, { spec: { keyed } }, { old: before })).toEqual([]);
    expect(errors(schema, { spec: { list: ["x", "long"] } }, { old: before })).toHaveLength(1);
  });
});

describe("Combinations (allOf, anyOf, oneOf, not)", () => {
  const p = { required: ["p"] };
  const q = { required: ["q"] };

  it("a failed oneOf reports the errors of the first alternative that matched most of the value", () => {
    const mode = (name: string, field: string): JsonSchema => ({
      required: [field],
      properties: { mode: { enum: [name] } },
    });
    const told = (alternatives: JsonSchema[], spec: unknown): string[] =>
      errors(inSpec({ type: "object", oneOf: alternatives }), { spec }).slice(1);
    expect(told([mode("x", "foo"), mode("y", "bar")], { mode: "y" })).toEqual([
      'spec.mode: Unsupported value: "y": supported values: "x"',
      "spec.foo: Required value",
    ]);
    expect(told([{ required: ["foo"] }, mode("y", "bar")], { mode: "y" })).toEqual(["spec.bar: Required value"]);
    expect(told([{ required: ["foo"] }, { required: ["bar"] }], { mode: "y" })).toEqual(["spec.foo: Required value"]);
  });

  it("reports no duplicate errors", () => {
    expect(errors(inSpec({ allOf: [{ required: ["a"] }], required: ["a"] }), { spec: {} })).toEqual([
      "spec.a: Required value",
      ': Invalid value: "": "spec" must validate all the schemas (allOf). None validated',
    ]);
  });

  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    ["oneOf accepts a value that matches one schema", { oneOf: [p, q] }, { p: 1 }, []],
    [
      "oneOf rejects a value that matches two schemas",
      { oneOf: [p, q] },
      { p: 1, q: 1 },
      [': Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      "anyOf rejects a value that matches no schema",
      { anyOf: [p, q] },
      {},
      [': Invalid value: "": "spec" must validate at least one schema (anyOf)', "spec.p: Required value"],
    ],
    [
      "allOf rejects a value that matches only one of two schemas",
      { allOf: [p, q] },
      { p: 1 },
      ["spec.q: Required value", ': Invalid value: "": "spec" must validate all the schemas (allOf)'],
    ],
    [
      "not rejects a value that matches the schema",
      { not: p },
      { p: 1 },
      [': Invalid value: "": "spec" must not validate the schema (not)'],
    ],
  ])("%s", (_name, schema, value, expected) => {
    expect(errors(inSpec(schema), { spec: value })).toEqual(expected);
  });
});

describe("Enums", () => {
  const schema = inSpec({ type: "array", items: { enum: ["a", 1, true, { x: 1, y: [2] }] } });

  it("compare values deeply regardless of the order of members", () => {
    expect(errors(schema, { spec: ["a", 1, true, { y: [2], x: 1 }] })).toEqual([]);
    const supported = 'supported values: "a", "1", "true", "{\\"x\\":1,\\"y\\":[2]}"';
    expect(errors(schema, { spec: ["1", { x: 1 }] })).toEqual([
      `spec[0]: Unsupported value: "1": ${supported}`,
      `spec[1]: Unsupported value: map[string]interface {}{"x":1}: ${supported}`,
    ]);
  });

  it("stop validation when the report exceeds its limit", () => {
    const many = inSpec({ type: "array", items: { enum: Array.from({ length: 50_000 }, (_, i) => `choice-${i}`) } });
    const found = errors(many, { spec: Array.from({ length: 5000 }, (_, i) => `x${i}`) });
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThan(10);
  });
});
