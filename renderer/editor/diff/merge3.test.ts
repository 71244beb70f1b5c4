import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { merge3, mergedText, mergeTexts } from "./merge3.ts";

describe("merge3", () => {
  it("applies changes made only by the other side and reports fields changed on both sides", () => {
    const merge = merge3({ a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 1, c: 2, e: 5 }, { a: 1, b: 2, c: 3, d: 1 });
    expect(merge.changes).toEqual([
      { path: ["a"], value: 2 },
      { path: ["d"], value: undefined },
      { path: ["e"], value: 5 },
    ]);
    expect(merge.conflicts).toEqual([{ path: ["c"], base: 1, theirs: 2, mine: 3 }]);
  });

  it("merges lists by position while items stay in place, otherwise as a whole", () => {
    const list = (image: string, port: number) => [{ name: "web", image, port }];
    expect(merge3({ l: list("a", 1) }, { l: list("b", 1) }, { l: list("a", 2) })).toEqual({
      changes: [{ path: ["l", 0, "image"], value: "b" }],
      conflicts: [],
    });
    expect(merge3({ l: [1] }, { l: [1, 2] }, { l: [1, 3] }).conflicts).toHaveLength(1);
  });

  it("reports no conflict if only one side changed or both made the same change", () => {
    const value = fc.dictionary(fc.constantFrom("a", "b"), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(value, value, (base, other) => {
        expect(merge3(base, base, other)).toEqual({ changes: [], conflicts: [] });
        expect(merge3(base, other, other)).toEqual({ changes: [], conflicts: [] });
        expect(merge3(base, other, base).conflicts).toEqual([]);
      }),
    );
  });
});

describe("mergedText", () => {
  const text = (data: string) => `kind: ConfigMap\n# mine\nmetadata:\n  name: a\ndata:\n${data}`;

  it("keeps my comments and writes their values", () => {
    const mine = text("  x: mine # why\n  y: old\n");
    const merge = mergeTexts(text("  x: old\n  y: old\n"), text("  x: theirs\n  y: new\n  z: more\n"), mine);
    expect(merge?.conflicts).toHaveLength(1);
    expect(mergedText(mine, merge?.changes ?? [], [])).toBe(text("  x: mine # why\n  y: new\n  z: more\n"));
    expect(mergedText(mine, merge?.changes ?? [], merge?.conflicts ?? [])).toContain("x: theirs");
  });

  it("leaves unparsable text unchanged", () => {
    expect(mergeTexts("a", "b", "c")).toBeUndefined();
    expect(mergedText(": :", [{ path: ["a"], value: 1 }], [])).toBe(": :");
  });
});
