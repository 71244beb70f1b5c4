import fc from "fast-check";
import { expect, it } from "vitest";
import { IndexSet } from "./indexSet.ts";

const LIMIT = 2 ** 31 - 1;

it.each([
  [[], ""],
  [[3], "3"],
  [[1, 0], "0,1"],
  [[0, 1, 2, 5], "0-2,5"],
  [[1, 3, 4, 6, 7, 8], "1,3,4,6-8"],
])("formats %j as %j", (indexes, text) => expect(IndexSet.of(indexes).text).toBe(text));

const small = fc.uniqueArray(fc.integer({ min: 0, max: 60 }));

it("agrees with plain sets", () => {
  fc.assert(
    fc.property(small, small, fc.integer({ min: 0, max: 61 }), (indexes, more, limit) => {
      const read = IndexSet.parse(IndexSet.of(indexes).text, limit);
      const plain = indexes.filter((index) => index < limit);
      const all = new Set([...plain, ...more]);
      const set = read.with(more);
      expect([read.size, set.size]).toEqual([plain.length, all.size]);
      for (let index = 0; index < 62; index++) {
        expect(set.has(index)).toBe(all.has(index));
        let end = index;
        while (all.has(end + 1)) end += 1;
        expect(set.endFrom(index)).toBe(all.has(index) ? end : undefined);
      }
      expect(read.sharedWith(IndexSet.of(more))).toBe(plain.filter((index) => more.includes(index)).length);
    }),
  );
});

it("holds very many indexes", () => {
  const set = IndexSet.parse("0-2147483645", LIMIT);
  expect([set.size, set.has(LIMIT - 2), set.has(LIMIT - 1)]).toEqual([LIMIT - 1, true, false]);
  expect(set.with([LIMIT - 1]).text).toBe("0-2147483646");
  expect(set.sharedWith(IndexSet.of([5, LIMIT - 1]))).toBe(1);
});

it("leaves out what it cannot read", () => expect(IndexSet.parse("x,5-1,3,4-", 100).text).toBe("3"));
