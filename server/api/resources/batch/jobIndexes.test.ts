import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonIndex, countIndexes, indexesProblem } from "./jobIndexes.ts";

describe("Index lists", () => {
  it("are counted", () => {
    expect(countIndexes("", 10)).toBe(0);
    expect(countIndexes("0,2-4,7", 10)).toBe(5);
    expect(indexesProblem("0,2-4,7", 10)).toBeUndefined();
  });

  it.each(["a", "1,", "3-1", "2,1", "0-10", "1-2-3"])("%s is invalid", (text) =>
    expect(indexesProblem(text, 10)).toBeDefined(),
  );

  it("are counted exactly and intersect only if they share an index", () => {
    const sets = fc.uniqueArray(fc.nat(29)).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect(countIndexes(a.join(","), 30)).toBe(a.length);
        expect(commonIndex(a.join(","), b.join(","), 30)).toBe(a.find((i) => b.includes(i)));
      }),
    );
  });
});
