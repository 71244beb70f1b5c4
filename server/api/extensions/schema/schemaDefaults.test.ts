import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { pruneInSteps } from "../../../model/schema/prune.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { schemas, values } from "../testing/arbitraries.ts";
import * as defaults from "./schemaDefaults.ts";
import { compileSchema } from "./structuralSchema.ts";

const prune = immediately(pruneInSteps);

const vocabulary = createVocabulary();
const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
const options = { vocabulary, objectMeta, gvk: ["g", "v1", "K"] as const };

const applySchemaDefaults = immediately(defaults.applySchemaDefaults);
const dropForbiddenNulls = immediately(defaults.dropForbiddenNulls);

function completed<T>(schema: Parameters<typeof applySchemaDefaults>[0], value: T): T {
  const copy = structuredClone(value);
  dropForbiddenNulls(schema, copy);
  applySchemaDefaults(schema, copy);
  return copy;
}

describe("applySchemaDefaults", () => {
  const schema = {
    type: "object",
    properties: {
      size: { type: "integer", default: 5 },
      maybe: { type: "string", nullable: true, default: "d" },
      nested: { type: "object", properties: { a: { type: "string", default: "da" } } },
      filled: { type: "object", default: {}, properties: { x: { type: "string", default: "inner" } } },
      list: { type: "array", items: { type: "object", properties: { n: { type: "integer", default: 1 } } } },
      map: { type: "object", additionalProperties: { type: "string", default: "v" } },
    },
  };

  it("applies defaults to absent values from the outside in", () => {
    expect(completed(schema, {})).toEqual({ size: 5, maybe: "d", filled: { x: "inner" } });
  });

  it("does not create absent parents but applies defaults inside existing ones", () => {
    expect(completed(schema, { nested: {}, list: [{}, { n: 2 }] })).toMatchObject({
      nested: { a: "da" },
      list: [{ n: 1 }, { n: 2 }],
    });
  });

  it("treats null as absent only if null is not allowed", () => {
    expect(completed(schema, { size: null, maybe: null, map: { a: null } })).toEqual({
      size: 5,
      maybe: null,
      filled: { x: "inner" },
      map: { a: "v" },
    });
  });

  it("never shares a default between values", () => {
    const [one, two] = [completed(schema, {}), completed(schema, {})] as Record<string, Record<string, unknown>>[];
    if (one?.["filled"] !== undefined) one["filled"]["x"] = "changed";
    expect(two?.["filled"]).toEqual({ x: "inner" });
  });
});

describe("dropForbiddenNulls", () => {
  it("drops nulls without a default at any depth", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "string" },
        list: {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" }, c: { nullable: true } } },
        },
      },
    };
    expect(completed(schema, { a: null, unknown: null, list: [{ b: null, c: null }] })).toEqual({
      unknown: null,
      list: [{ c: null }],
    });
  });
});

describe("Invariants", () => {
  it("defaulting is idempotent", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const once = completed(schema, { value });
        const root = { type: "object", properties: { value: schema } };
        const first = completed(root, once);
        expect(completed(root, first)).toEqual(first);
      }),
    );
  });

  it("pruning is idempotent and leaves no unknown fields", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const node = compileSchema({ type: "object", properties: { value: schema } }, options);
        const first = prune(node, { value }, { objectMeta });
        const second = prune(node, first.value, { objectMeta });
        expect(second).toEqual({ value: first.value, unknown: [] });
      }),
    );
  });

  it("defaults applied to a pruned value survive pruning if they match the schema", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const root = { type: "object", properties: { value: schema } };
        const node = compileSchema(root, options);
        const full = completed(root, prune(node, { value }, { objectMeta }).value);
        expect(prune(node, full, { objectMeta }).value).toEqual(full);
      }),
    );
  });
});
