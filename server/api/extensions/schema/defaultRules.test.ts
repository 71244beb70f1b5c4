import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { validateDefaults } from "./defaultRules.ts";
import type { JsonSchema } from "./jsonSchema.ts";

const vocabulary = createVocabulary();
const errors = (schema: JsonSchema): string[] =>
  atOnce(validateDefaults(schema, "s", vocabulary)).map(({ field, message }) => `${field}: ${message}`);
const field = (schema: JsonSchema): JsonSchema => ({ type: "object", properties: { a: schema } });
const KIND =
  "may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

describe("Defaults of embedded objects", () => {
  const embedded = (value: unknown): JsonSchema =>
    field({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      default: value,
    });

  it.each<[unknown, string[]]>([
    [{ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: {} }, []],
    [
      {},
      [
        "s.properties[a].default.apiVersion: Required value: must not be empty",
        "s.properties[a].default.kind: Required value: must not be empty",
      ],
    ],
    [{ apiVersion: "v1", kind: "K_" }, [`s.properties[a].default.kind: Invalid value: "K_": ${KIND}`]],
    [{ apiVersion: 1, kind: "K" }, ["s.properties[a].default.apiVersion: Invalid value: 1: must be a string"]],
  ])("%j", (value, expected) => {
    expect(errors(embedded(value))).toEqual(expected);
  });
});

describe("Defaults in identifying fields", () => {
  const named = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: "object", properties });

  it.each<[JsonSchema, string[]]>([
    [named({ kind: { type: "string", default: "Thing" } }), []],
    [named({ metadata: { type: "object", properties: { name: { type: "string", default: "t" } } } }), []],
    [
      named({ kind: { type: "string", default: "K_" } }),
      [
        `s.properties[kind].default: Invalid value: "K_": must result in valid metadata: kind: Invalid value: "K_": ${KIND}`,
      ],
    ],
    [
      named({ metadata: { type: "object", properties: { name: { type: "string", default: "a/b" } } } }),
      [
        `s.properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain '/'`,
      ],
    ],
    // Below the root, such members are ordinary.
    [field(named({ kind: { type: "string", default: "K_" } })), []],
  ])("%j", (schema, expected) => {
    expect(errors(schema)).toEqual(expected);
  });
});

it("evaluates rules for a default without an old value", () => {
  const rule = { rule: "oldSelf.hasValue() || self > 3", optionalOldSelf: true, message: "too small" };
  const schema = (value: number): JsonSchema =>
    field({ type: "integer", default: value, "x-kubernetes-validations": [rule] });
  expect(errors(schema(4))).toEqual([]);
  expect(errors(schema(1))).toEqual(['s.properties[a].default: Invalid value: "integer": too small']);
});
