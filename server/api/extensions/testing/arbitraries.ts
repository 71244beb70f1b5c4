/** Random structural schemas, and values that fit them more or less. */
import fc from "fast-check";
import type { JsonSchema } from "../schema/jsonSchema.ts";

const NAMES = ["a", "b", "c"];

const scalars: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("string"), default: fc.option(fc.constantFrom("x", ""), { nil: undefined }) }),
  fc.record({ type: fc.constant("integer"), nullable: fc.boolean() }),
  fc.record({ type: fc.constant("boolean"), default: fc.option(fc.boolean(), { nil: undefined }) }),
  fc.constant({ "x-kubernetes-int-or-string": true }),
  fc.constant({ "x-kubernetes-preserve-unknown-fields": true }),
);

/** Structural schemas of limited depth; defaults of objects are empty objects. */
export const schemas: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 3 }),
      default: fc.option(fc.constant({}), { nil: undefined }),
    }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 2 }),
      "x-kubernetes-preserve-unknown-fields": fc.constant(true),
    }),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
  ),
})).schema;

/** JSON values with member names from the schemas, and others. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, 1.5, "", "text"),
    fc.dictionary(fc.constantFrom(...NAMES, "other"), tie("value"), { maxKeys: 4 }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
})).value;
