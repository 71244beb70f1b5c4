import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import * as content from "./validateContent.ts";

const validateEmbedded = immediately(content.validateEmbedded);
const validateLists = immediately(content.validateLists);

const vocabulary = createVocabulary();
const texts = (found: readonly { field: string; message: string }[]): string[] =>
  found.map(({ field, message }) => `${field}: ${message}`);

const item: JsonSchema = { type: "object", properties: { name: { type: "string" }, port: { default: 80 } } };
const schema: JsonSchema = {
  type: "object",
  properties: {
    tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    keyed: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
      items: item,
    },
    plain: { type: "array", items: { type: "string" } },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true },
  },
};

describe("validateLists", () => {
  it("reports duplicate values of a set regardless of the order of their members", () => {
    expect(texts(validateLists(schema, { tags: ["a", "b", "a"] }, vocabulary))).toEqual([
      'tags[2]: Duplicate value: "a"',
    ]);
    expect(
      texts(
        validateLists(
          schema,
          {
            tags: [
              { a: 1, b: 2 },
              { b: 2, a: 1 },
            ],
          },
          vocabulary,
        ),
      ),
    ).toHaveLength(1);
  });

  it("reports duplicate keys of a keyed list, including defaulted keys", () => {
    const keyed = [{ name: "x", port: 80 }, { name: "x", port: 81 }, { name: "x" }];
    expect(texts(validateLists(schema, { keyed }, vocabulary))).toEqual([
      'keyed[2]: Duplicate value: map[string]interface {}{"name":"x", "port":80}',
    ]);
    expect(texts(validateLists(schema, { keyed: [{ name: "x" }, "x"] }, vocabulary))).toEqual([
      'keyed[1]: Invalid value: "x": must be an object for an array of list-type map',
    ]);
  });

  it("reports each duplicate once, and none if the old value had duplicates", () => {
    const tags = ["a", "a", "a"];
    expect(validateLists(schema, { tags }, vocabulary).map(({ field }) => field)).toEqual(["tags[1]"]);
    expect(validateLists(schema, { tags }, vocabulary, { tags: ["b", "b"] })).toEqual([]);
    expect(validateLists(schema, { tags }, vocabulary, { tags: ["b"] })).toHaveLength(1);
  });

  it("allows duplicates in atomic lists", () => {
    expect(validateLists(schema, { plain: ["a", "a"] }, vocabulary)).toEqual([]);
  });
});

describe("validateEmbedded", () => {
  it("requires apiVersion and kind", () => {
    expect(texts(validateEmbedded(schema, { embedded: { kind: "" } }, vocabulary))).toEqual([
      "embedded.apiVersion: Required value: must not be empty",
      'embedded.kind: Invalid value: "": must not be empty',
    ]);
  });

  it("requires a valid group version and kind", () => {
    const found = validateEmbedded(schema, { embedded: { apiVersion: 1, kind: "a b" } }, vocabulary);
    expect(found.map(({ field }) => field)).toEqual(["embedded.apiVersion", "embedded.kind"]);
    expect(texts(found)[0]).toBe("embedded.apiVersion: Invalid value: 1: must be a string");
    expect(texts(found)[1]).toContain(
      'Invalid value: "a b": may have mixed case, but should otherwise match: a DNS-1035',
    );
    expect(texts(validateEmbedded(schema, { embedded: { apiVersion: "a/b/c", kind: "X" } }, vocabulary))).toEqual([
      'embedded.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ]);
  });

  it("validates a name if present but does not require one", () => {
    const type = { apiVersion: "v1", kind: "Pod" };
    expect(validateEmbedded(schema, { embedded: { ...type, metadata: {} } }, vocabulary)).toEqual([]);
    expect(validateEmbedded(schema, { embedded: { ...type, metadata: { name: "Any_Name" } } }, vocabulary)).toEqual([]);
    const bad = { embedded: { ...type, metadata: { name: "a/b" } } };
    expect(validateEmbedded(schema, bad, vocabulary).map(({ field }) => field)).toEqual(["embedded.metadata.name"]);
  });
});
