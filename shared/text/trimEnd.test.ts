import { describe, expect, it } from "vitest";
import { lastWord, trimEndOf } from "./trimEnd.ts";

describe("Trimming the end of a text", () => {
  it.each([
    ["/a//b//", "/", "/a//b"],
    ["a-.-", "-.", "a"],
    ["//", "/", ""],
    ["/a**", "*", "/a"],
    ["***", "*", ""],
    ["a/ ", "/", "a/ "],
    ["", "/", ""],
  ])("%j trims trailing %j", (text, characters, rest) => {
    expect(trimEndOf(text, characters)).toBe(rest);
  });

  it("takes linear time", () => {
    const text = `${"/".repeat(3_000_000)}x`;
    expect(trimEndOf(text, "/")).toBe(text);
  });

  it.each([
    ["ls -l fil", "fil"],
    ["ls ", ""],
    ["", ""],
    ["a\u00a0b", "b"],
  ])("last word of %j is %j", (line, word) => {
    expect(lastWord(line)).toBe(word);
  });
});
