import { expect, test } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { holdsDefault } from "./holdsDefault.ts";
import type { JsonSchema } from "./jsonSchema.ts";

test.each<[JsonSchema, boolean]>([
  [{}, false],
  [{ default: null }, false],
  [{ default: false }, true],
  [{ properties: { a: { type: "string" }, default: { type: "string" } } }, false],
  [{ properties: { a: { items: { default: 1 } } } }, true],
  [{ additionalProperties: true }, false],
  [{ additionalProperties: { not: { default: {} } } }, true],
  [{ anyOf: [{}, { default: "x" }] }, true],
  [{ enum: [{ default: 1 }] }, false],
])("%j: %s", (schema, expected) => {
  expect(immediately(holdsDefault)(schema)).toBe(expected);
});
