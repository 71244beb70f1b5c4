import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textBlocks } from "./textBlocks.ts";

describe("textBlocks", () => {
  it("splits after a given number of lines", () => {
    expect(textBlocks("a\nb\nc\nd\ne", 2)).toEqual(["a\nb\n", "c\nd\n", "e"]);
    expect(textBlocks("a\nb\n", 2)).toEqual(["a\nb\n"]);
  });

  it("keeps a short or empty text in one block", () => {
    expect(textBlocks("one line")).toEqual(["one line"]);
    expect(textBlocks("")).toEqual([""]);
  });

  it("keeps every character, and only the last block has fewer lines", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "\n", "\r\n", "😀")),
        fc.integer({ min: 1, max: 4 }),
        (parts, lines) => {
          const blocks = textBlocks(parts.join(""), lines);
          expect(blocks.join("")).toBe(parts.join(""));
          for (const block of blocks.slice(0, -1)) expect(block.split("\n")).toHaveLength(lines + 1);
        },
      ),
    );
  });
});
