import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { CustomDecoded } from "../../registry/customRules.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { compileSchema } from "../schema/structuralSchema.ts";
import type { CustomType } from "./customCodec.ts";
import * as codec from "./customCodec.ts";

const decodeCustom = immediately(codec.decodeCustom);
const fromStored = immediately(codec.fromStored);
const vocabulary = createVocabulary();
const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
const schema: JsonSchema = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { b: { type: "string", default: "d" }, a: { type: "integer" } } },
  },
};
const type: CustomType = {
  group: "g",
  kind: "K",
  apiVersion: "g/v1",
  objectMeta,
  vocabulary,
  schema,
  node: compileSchema(schema, { vocabulary, objectMeta, gvk: ["g", "v1", "K"] }),
};
const body = { kind: "K", apiVersion: "g/v1", metadata: { name: "x" } };

describe("decodeCustom", () => {
  it("prunes unknown fields, applies defaults and sorts members", () => {
    const { object, unknown } = decodeCustom(type, { ...body, top: 1, spec: { nope: 1, a: 1 } });
    expect(unknown).toEqual(['unknown field "spec.nope"', 'unknown field "top"']);
    expect(JSON.stringify(object)).toBe(
      '{"apiVersion":"g/v1","kind":"K","metadata":{"creationTimestamp":null,"name":"x"},"spec":{"a":1,"b":"d"}}',
    );
  });

  it("decodes metadata with its types", () => {
    const { object, unknown } = decodeCustom(type, { ...body, metadata: { name: "x", labels: {}, bogus: 1 } });
    expect(unknown).toEqual(['unknown field "metadata.bogus"']);
    expect(object.metadata.labels).toBeUndefined();
    expect(() => decodeCustom(type, { ...body, metadata: { labels: { a: 1 } } })).toThrow("cannot unmarshal number");
  });

  it("decodes the metadata of embedded objects with its types", () => {
    const pod: JsonSchema = { type: "object", "x-kubernetes-embedded-resource": true, properties: { a: {} } };
    const outer: JsonSchema = { type: "object", properties: { pod } };
    const node = compileSchema(outer, { vocabulary, objectMeta, gvk: ["g", "v1", "K"] });
    const decode = (inner: object): CustomDecoded =>
      decodeCustom({ ...type, schema: outer, node }, { ...body, pod: inner });
    expect(decode({ kind: "P", metadata: { name: "x", z: 1 }, zz: 1 }).unknown).toEqual([
      'unknown field "pod.zz"',
      'unknown field "pod.metadata.z"',
    ]);
    expect(() => decode({ metadata: { name: 5 } })).toThrow(
      'pod.metadata: Invalid value: map[string]interface {}{"name":5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    );
    expect(() => decode({ kind: 1 })).toThrow("pod.kind: Invalid value: 1: must be a string");
  });

  it("leaves values of wrong types to validation", () => {
    expect(decodeCustom(type, { ...body, spec: { a: "text" } }).object["spec"]).toEqual({ a: "text", b: "d" });
    expect(decodeCustom(type, { ...body, spec: "text" }).object["spec"]).toBe("text");
  });

  it("accepts only its own version and kind", () => {
    expect(() => decodeCustom(type, { ...body, apiVersion: "g/v2" })).toThrow(
      "the API version in the data (g/v2) does not match the expected API version (g/v1)",
    );
    expect(() => decodeCustom(type, { ...body, kind: "L" })).toThrow(
      'L.g "x" is invalid: kind: Invalid value: "L": must be K',
    );
  });

  it("does not modify its argument", () => {
    const value = { ...body, spec: { z: 1, a: null } };
    const copy = structuredClone(value);
    decodeCustom(type, value);
    expect(value).toEqual(copy);
  });
});

describe("fromStored", () => {
  it("presents the stored object in the requested version without modifying it", () => {
    const stored = { apiVersion: "g/v2", kind: "K", metadata: { name: "x" }, spec: { a: 1, gone: true }, old: {} };
    const copy = structuredClone(stored);
    expect(fromStored(type, stored)).toEqual({ ...body, spec: { a: 1, b: "d" } });
    expect(stored).toEqual(copy);
  });
});
