import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { ruleType as typeInSteps } from "./ruleTypes.ts";

const vocabulary = createVocabulary();
const typeOf = (schema: JsonSchema, isRoot = false) => atOnce(typeInSteps(schema, isRoot, vocabulary));
const REQUEST = 3 * 1024 * 1024;

describe("ruleType", () => {
  it("derives maximum sizes from the schema", () => {
    expect(typeOf({ type: "string", maxLength: 5 })?.type).toEqual({ kind: "string", maxSize: 20 });
    expect(typeOf({ type: "string" })?.type).toEqual({ kind: "string", maxSize: REQUEST - 2 });
    expect(typeOf({ type: "string", enum: ["a", "abc"] })?.type).toEqual({ kind: "string", maxSize: 3 });
    expect(typeOf({ type: "string", format: "byte", maxLength: 5 })?.type).toEqual({ kind: "bytes", maxSize: 5 });
    expect(typeOf({ type: "array", items: { type: "integer" } })?.type).toMatchObject({ maxSize: (REQUEST - 2) / 2 });
    expect(typeOf({ type: "array", maxItems: 7, items: { type: "integer" } })?.type).toMatchObject({ maxSize: 7 });
    const map: JsonSchema = { type: "object", additionalProperties: { type: "boolean" } };
    expect(typeOf(map)?.type).toMatchObject({ kind: "map", maxSize: Math.floor((REQUEST - 2) / 10) });
  });

  it("derives the minimum size of an object from its required properties", () => {
    const property: JsonSchema = { type: "string" };
    const schema: JsonSchema = { type: "object", properties: { abc: property, d: property }, required: ["abc"] };
    expect(typeOf(schema)?.minBytes).toBe(2 + 3 + 2 + 4);
    expect(typeOf({ type: "array", items: schema })?.type).toMatchObject({ maxSize: Math.floor((REQUEST - 2) / 12) });
  });

  it("maps formats to CEL types", () => {
    expect(typeOf({ type: "string", format: "date-time" })?.type.kind).toBe("timestamp");
    expect(typeOf({ type: "string", format: "duration" })?.type.kind).toBe("duration");
    expect(typeOf({ "x-kubernetes-int-or-string": true })?.type.kind).toBe("dyn");
  });

  it("omits fields of unknown type", () => {
    const free: JsonSchema = { "x-kubernetes-preserve-unknown-fields": true };
    expect(typeOf(free)).toBeUndefined();
    expect(typeOf({ type: "array", items: free })).toBeUndefined();
    const object = typeOf({
      type: "object",
      properties: { a: free, "b-c": { type: "string" }, "1": { type: "string" } },
    });
    expect([...((object?.type.kind === "object" && object.type.fields.keys()) || [])]).toEqual(["b__dash__c"]);
  });

  it("includes apiVersion, kind and metadata at the root", () => {
    const root = typeOf({ type: "object", properties: { metadata: { type: "object" } } }, true);
    expect([...(root?.properties?.keys() ?? [])].sort()).toEqual(["apiVersion", "kind", "metadata"]);
    expect([...(root?.properties?.get("metadata")?.properties?.keys() ?? [])]).toEqual(["name", "generateName"]);
  });
});
