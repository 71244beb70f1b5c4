import { describe, expect, it } from "vitest";
import { lastWord, trimEndOf } from "./trimEnd.ts";

describe("the end of a text", () => {
  it.each([
    ["/a//b//", "/", "/a//b"],
    ["a-.-", "-.", "a"],
    ["//", "/", ""],
    ["/a**", "*", "/a"],
    ["***", "*", ""],
    ["a/ ", "/", "a/ "],
    ["", "/", ""],
  ])("of %j loses %j", (text, characters, rest) => {
    expect(trimEndOf(text, characters)).toBe(rest);
  });

  it("is found in a time that does not depend on what stands before it", () => {
    const text = `${"/".repeat(3_000_000)}x`;
    expect(trimEndOf(text, "/")).toBe(text);
  });

  it.each([
    ["ls -l fil", "fil"],
    ["ls ", ""],
    ["", ""],
    ["a\u00a0b", "b"],
  ])("of %j is the word %j", (line, word) => {
    expect(lastWord(line)).toBe(word);
  });
});
