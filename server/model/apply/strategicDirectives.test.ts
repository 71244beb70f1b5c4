import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../shared/steps.ts";
import { failure, missingMergeKey, unknownDirective, withoutDirectives } from "./strategicDirectives.ts";

const left = (value: unknown, keepNulls = false): unknown => atOnce(withoutDirectives(value, keepNulls));

describe("withoutDirectives", () => {
  it.each<[unknown, unknown]>([
    [{ a: 1, b: null }, { a: 1 }],
    [
      { $retainKeys: ["a"], a: 1 },
      { $retainKeys: ["a"], a: 1 },
    ],
    [{ "$setElementOrder/list": [1] }, { "$setElementOrder/list": [1] }],
    [{ $patch: "delete", a: 1 }, undefined],
    [{ $patch: "replace", a: 1 }, undefined],
    [{ $patch: null, a: 1 }, { a: 1 }],
    [{ a: { $patch: "delete" }, b: { c: { $patch: "x" } } }, { b: {} }],
    [
      [{ name: "a" }, { $patch: "delete", name: "b" }, null],
      [{ name: "a" }, null],
    ],
    [{ a: [{ b: null }] }, { a: [{}] }],
    ["$patch", "$patch"],
    [null, null],
  ])("reduces %j to %j", (patch, rest) => {
    expect(left(patch)).toEqual(rest);
  });

  it("keeps nulls on request", () => {
    expect(left({ a: null, b: { $patch: "delete" } }, true)).toEqual({ a: null });
    expect(left({ $patch: null }, true)).toBe(undefined);
  });

  it("is idempotent", () => {
    const names = fc.constantFrom("a", "b", "$patch", "$retainKeys", "$setElementOrder/a");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, 1, "x"),
        fc.array(tie("value")),
        fc.dictionary(names, tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, (patch) => {
        const once = left(patch);
        expect(left(once)).toEqual(once);
      }),
    );
  });
});

describe("Errors", () => {
  it("have plain messages with status 500", () => {
    expect(failure("why")).toMatchObject({ code: 500, message: "why" });
    expect(missingMergeKey({ b: 1, a: "x" }, "name").message).toBe(
      "map: map[a:x b:1] does not contain declared merge key: name",
    );
    expect(unknownDirective("odd", { $patch: "odd" }).message).toBe("unknown patch type: odd in map: map[$patch:odd]");
  });
});
