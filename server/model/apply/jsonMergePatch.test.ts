import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMap } from "../../../shared/json/jsonValues.ts";
import { immediately } from "../../../shared/steps.ts";
import { mergeInSteps, mergeValueInSteps } from "./jsonMergePatch.ts";

const jsonMergePatch = immediately(mergeValueInSteps);
const patchByMerge = immediately(mergeInSteps);

/** The examples of RFC 7386, appendix A: target, patch, result. */
const EXAMPLES: [unknown, unknown, unknown][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

const hasNull = (value: unknown): boolean => value === null || (isMap(value) && Object.values(value).some(hasNull));

const hasListWithNull = (value: unknown): boolean =>
  Array.isArray(value)
    ? JSON.stringify(value).includes("null")
    : isMap(value) && Object.values(value).some(hasListWithNull);

describe("jsonMergePatch", () => {
  it.each(EXAMPLES)("%j patched with %j is %j", (target, patch, result) => {
    expect(jsonMergePatch(target, patch)).toEqual(result);
  });

  it("is idempotent, changes nothing with an empty patch, and does not modify its arguments", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (target, patch) => {
        // Whether nulls inside a list are removed depends on what the list replaces.
        fc.pre(!hasListWithNull(patch));
        const before = JSON.stringify([target, patch]);
        const once = jsonMergePatch(target, patch);
        expect(jsonMergePatch(once, patch)).toEqual(once);
        expect(jsonMergePatch(target, {})).toEqual(target);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });

  it("shares untouched values", () => {
    const target = { kept: { x: 1 }, gone: 1 };
    expect((jsonMergePatch(target, { gone: null }) as typeof target).kept).toBe(target.kept);
  });

  it("leaves none of the patch's nulls in the result", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (patch) => {
        expect(hasNull(jsonMergePatch({}, patch))).toBe(false);
      }),
    );
  });

  it("treats __proto__ like any other key", () => {
    const patch: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
    const result = jsonMergePatch({}, patch) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual(["__proto__"]);
    expect(result["polluted"]).toBeUndefined();
    expect(Object.keys(jsonMergePatch(result, JSON.parse('{"__proto__":null}')) as object)).toEqual([]);
  });
});

describe("patchByMerge", () => {
  it("replaces a value", () => {
    expect(patchByMerge({ a: 1 }, { a: 2 })).toEqual({ a: 2 });
  });

  it("sorts the members of merged objects only", () => {
    const object = { kind: "A", apiVersion: "v1", data: { z: 1, a: { y: 1, b: 1 } }, rest: { z: 1, a: 1 } };
    expect(JSON.stringify(patchByMerge(object, { data: { c: { y: 1, d: null, b: 1 } } }))).toBe(
      '{"apiVersion":"v1","data":{"a":{"y":1,"b":1},"c":{"b":1,"y":1},"z":1},"kind":"A","rest":{"z":1,"a":1}}',
    );
  });

  it("removes nulls from list items, except in a list that replaces a map", () => {
    const patch = { a: [{ b: null }, null], c: [{ d: null }] };
    expect(patchByMerge({ a: [1], c: {} }, patch)).toEqual({ a: [{}, null], c: [{ d: null }] });
  });

  it("rejects null, and non-objects with a short message when not strict", () => {
    expect(() => patchByMerge({ a: 1 }, null)).toThrow("Invalid JSON Patch");
    expect(() => patchByMerge({ a: 1 }, [], false)).toThrow(/^Invalid JSON Patch$/);
  });

  it.each([
    [[], "array"],
    ["x", "string"],
    [1, "number"],
    [true, "bool"],
  ])("rejects %j", (patch, name) => {
    const message = `error decoding patch: json: cannot unmarshal ${name} into Go value of type map[string]interface {}`;
    expect(() => patchByMerge({}, patch)).toThrow(expect.objectContaining({ code: 400, message }));
  });
});
