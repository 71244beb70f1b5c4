import fc from "fast-check";
import { expect, it } from "vitest";
import { indexesIn, indexText } from "./indexText.ts";

it.each([
  [[], ""],
  [[3], "3"],
  [[1, 0], "0,1"],
  [[0, 1, 2, 5], "0-2,5"],
  [[1, 3, 4, 6, 7, 8], "1,3,4,6-8"],
])("formats %j as %j", (indexes, text) => expect(indexText(indexes)).toBe(text));

it("parses its own output up to a limit", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), fc.integer({ min: 0, max: 61 }), (indexes, limit) => {
      const read = [...indexesIn(indexText(indexes), limit)].sort((a, b) => a - b);
      expect(read).toEqual(indexes.filter((index) => index < limit).sort((a, b) => a - b));
    }),
  );
});
