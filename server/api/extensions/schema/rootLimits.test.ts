import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { validateRootLimits } from "./rootLimits.ts";

const check = (schema: JsonSchema): string[] =>
  immediately(validateRootLimits)(schema, "schema", createVocabulary()).map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe("validateRootLimits", () => {
  it("allows properties and root fields compatible with the status subresource", () => {
    const schema: JsonSchema = {
      type: "object",
      description: "x",
      required: ["spec"],
      properties: { spec: { type: "object" } },
      nullable: false,
      "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-validations": [{ rule: "true" }],
    };
    expect(check(schema)).toEqual([]);
  });

  it("rejects other root fields and types", () => {
    expect(check({ type: "object", oneOf: [{ required: ["status"] }] })[0]).toMatch(
      /^schema: Invalid value: .*: only \[Description Type .* XValidations\] fields are allowed at the root of the schema if/,
    );
    expect(check({ type: "object", "x-kubernetes-map-type": "atomic" })).toHaveLength(1);
    expect(check({ type: "array", id: "x" })[0]).toMatch(
      /^schema: Invalid value: apiextensions.JSONSchemaProps\{ID:"x", /,
    );
    expect(check({ type: "array" })).toEqual([
      'schema.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
    ]);
  });
});
