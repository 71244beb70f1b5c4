import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closingQuote } from "./closingQuote.ts";

/** Strings with many quotes and backslashes, in which runs of one of them are long. */
const texts = fc
  .array(fc.tuple(fc.constantFrom("\\", '"', "a", "\u2028"), fc.integer({ min: 1, max: 40 })))
  .map((runs) => runs.map(([character, count]) => character.repeat(count)).join(""));

describe("closingQuote", () => {
  it("finds the end of any string in any text", () => {
    fc.assert(
      fc.property(texts, fc.string(), fc.string({ maxLength: 3 }), (value, before, after) => {
        const string = JSON.stringify(value);
        expect(closingQuote(before + string + after, before.length)).toBe(before.length + string.length - 1);
      }),
    );
  });

  it("returns the length of the text for a string that does not end", () => {
    fc.assert(
      fc.property(texts, (value) => {
        const open = JSON.stringify(value).slice(0, -1);
        expect(closingQuote(open, 0)).toBe(open.length);
        expect(closingQuote(`${open}\\`, 0)).toBe(open.length + 1);
        expect(closingQuote(`${open}\\"`, 0)).toBe(open.length + 2);
      }),
    );
  });
});
