import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeValues } from "./testing/immediate.ts";
import { setOf, text, widget } from "./testing/nodes.ts";

const merge = (live: unknown, applied: unknown) =>
  (mergeValues(widget, { spec: live }, { spec: applied }) as { spec: unknown }).spec;
const words = (list: string) => list.split("");
const mergeSets = (live: string, applied: string) =>
  (mergeValues(setOf(text), words(live), words(applied)) as string[]).join("");

describe("mergeValues", () => {
  it("merges structs, maps and items, and replaces atomic values", () => {
    const live = {
      replicas: 1,
      gran: { a: "1", b: "2" },
      atom: ["x"],
      atomMap: { a: "1" },
      byName: [{ name: "x", v: 1 }],
      free: { any: { deep: 1 } },
    };
    const applied = {
      gran: { b: "3", c: "4" },
      atom: ["y"],
      atomMap: { b: "2" },
      byName: [{ name: "x", w: 2 }],
      free: { any: { more: 2 } },
    };
    expect(merge(live, applied)).toEqual({
      replicas: 1,
      gran: { a: "1", b: "3", c: "4" },
      atom: ["y"],
      atomMap: { b: "2" },
      byName: [{ name: "x", v: 1, w: 2 }],
      free: { any: { deep: 1, more: 2 } },
    });
  });

  it("keeps a value when null is applied, and sets null if there was none", () => {
    expect(merge({ gran: { a: "1" } }, { gran: null })).toEqual({ gran: { a: "1" } });
    expect(merge({}, { gran: null })).toEqual({ gran: null });
    expect(merge({ gran: {} }, { gran: null })).toEqual({ gran: null });
  });

  it("orders shared items as applied and leaves the others in place", () => {
    expect(mergeSets("ab", "cb")).toBe("acb");
    expect(mergeSets("as", "sa")).toBe("sa");
    expect(mergeSets("abc", "")).toBe("abc");
    expect(mergeSets("", "abc")).toBe("abc");
    expect(mergeSets("abc", "ca")).toBe("bca");
    expect(mergeSets("axb", "ba")).toBe("xba");
  });

  it("merges any two sets with each item once, and both orders preserved", () => {
    const set = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 7 });
    fc.assert(
      fc.property(set, set, (live, applied) => {
        const merged = mergeValues(setOf(text), live, applied) as string[];
        expect([...merged].sort()).toEqual([...new Set([...live, ...applied])].sort());
        expect(merged.filter((item) => applied.includes(item))).toEqual(applied);
        expect(merged.filter((item) => !applied.includes(item))).toEqual(live.filter((i) => !applied.includes(i)));
      }),
    );
  });

  it("returns unchanged parts by reference", () => {
    const live = { gran: { a: "1" }, byName: [{ name: "x" }] };
    const object = { spec: live };
    expect(mergeValues(widget, object, { spec: { gran: { a: "1" } } })).toBe(object);
    const merged = mergeValues(widget, object, { spec: { gran: { a: "2" } } }) as { spec: typeof live };
    expect(merged.spec.byName).toBe(live.byName);
    expect(live.gran.a).toBe("1");
  });

  it("keeps live items without identity", () => {
    expect(merge({ byName: [{ v: 1 }, { name: "x" }] }, { byName: [{ name: "y" }] })).toEqual({
      byName: [{ v: 1 }, { name: "x" }, { name: "y" }],
    });
  });
});
