import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../shared/steps.ts";
import { dropDirectives as dropInSteps, failure, missingMergeKey, unknownDirective } from "./strategicDirectives.ts";

const dropDirectives = (value: unknown): unknown => atOnce(dropInSteps(value));

describe("dropDirectives", () => {
  it.each<[unknown, unknown]>([
    [{ a: 1, b: null }, { a: 1 }],
    [{ $retainKeys: ["a"], a: 1 }, { a: 1 }],
    [{ "$setElementOrder/list": [1], list: [1] }, { list: [1] }],
    [{ "$deleteFromPrimitiveList/list": [1] }, {}],
    [{ $patch: "delete", a: 1 }, {}],
    [{ $patch: "replace", a: 1 }, {}],
    [[{ name: "a" }, { $patch: "delete", name: "b" }], [{ name: "a" }]],
    [{ a: { b: { c: null, $retainKeys: [] } } }, { a: { b: {} } }],
    [{ $other: 1 }, { $other: 1 }],
    ["$patch", "$patch"],
    [null, null],
  ])("leaves of %j %j", (patch, rest) => {
    expect(dropDirectives(patch)).toEqual(rest);
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
        const once = dropDirectives(patch);
        expect(dropDirectives(once)).toEqual(once);
      }),
    );
  });
});

describe("errors", () => {
  it("are bare texts with status 500", () => {
    expect(failure("why")).toMatchObject({ code: 500, message: "why" });
    expect(missingMergeKey({ b: 1, a: "x" }, "name").message).toBe(
      "map: map[a:x b:1] does not contain declared merge key: name",
    );
    expect(unknownDirective("odd", { $patch: "odd" }).message).toBe("unknown patch type: odd in map: map[$patch:odd]");
  });
});
