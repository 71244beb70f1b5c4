import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { schemaText } from "./schemaText.ts";

const text = (schema: JsonSchema): string => immediately(schemaText)(schema, createVocabulary());

describe("schemaText", () => {
  it("prints every field of a schema", () => {
    expect(text({})).toMatch(
      /^apiextensions\.JSONSchemaProps\{ID:"", Schema:"", Ref:\(\*string\)\(nil\), Description:"", Type:"", Nullable:false, .*, XValidations:apiextensions\.ValidationRules\(nil\)\}$/,
    );
  });

  it("prints strings, booleans and whether pointers are set", () => {
    expect(text({ type: "object", nullable: true })).toContain('Type:"object", Nullable:true, Format:"", ');
    expect(text({ maximum: 5 })).toContain("Maximum:(*float64)(0xc000000000), ");
    expect(text({ maxLength: 5 })).toContain("MaxLength:(*int64)(0xc000000000), ");
    expect(text({ "x-kubernetes-list-map-keys": ["a"] })).toContain('XListMapKeys:[]string{"a"}, ');
    expect(text({ additionalProperties: false })).toContain(
      "AdditionalProperties:(*apiextensions.JSONSchemaPropsOrBool)(0xc000000000), ",
    );
  });

  it("prints values, sorted members and alternatives", () => {
    expect(text({ enum: ["a", 1, 1.5, null, { b: [true] }] })).toContain(
      'Enum:[]apiextensions.JSON{"a", 1, 1.5, apiextensions.JSON(nil), map[string]interface {}{"b":[]interface {}{true}}}, ',
    );
    const inner = text({ type: "string" });
    expect(text({ properties: { b: {}, a: { type: "string" } } })).toContain(
      `Properties:map[string]apiextensions.JSONSchemaProps{"a":${inner}, "b":${text({})}}, `,
    );
    expect(text({ oneOf: [{ type: "string" }] })).toContain(`OneOf:[]apiextensions.JSONSchemaProps{${inner}}, `);
    expect(text({ dependencies: { a: ["b"] } })).toContain(
      'Dependencies:apiextensions.JSONSchemaDependencies{"a":apiextensions.JSONSchemaPropsOrStringArray{Schema:(*apiextensions.JSONSchemaProps)(nil), Property:[]string{"b"}}}, ',
    );
    expect(text({ "x-kubernetes-validations": [{ rule: "true" }] })).toContain(
      'XValidations:apiextensions.ValidationRules{apiextensions.ValidationRule{Rule:"true", Message:"", ',
    );
  });

  it("has a bounded length", () => {
    const properties = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, { type: "string" }]));
    expect(text({ properties }).split("JSONSchemaProps{").length).toBeLessThan(1100);
  });
});
