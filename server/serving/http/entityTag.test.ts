import { describe, expect, it } from "vitest";
import { entityTag, matchesTag } from "./entityTag.ts";

describe("entityTag", () => {
  it("is a hash of the bytes", () => {
    expect(entityTag("a")).toMatch(/^"[0-9A-F]{128}"$/);
    expect(entityTag("a")).toBe(entityTag(Buffer.from("a")));
    expect(entityTag("a")).not.toBe(entityTag("b"));
  });
});

describe("matchesTag", () => {
  it.each([
    ['"x"', true],
    ['W/"x"', true],
    ['"y", "x"', true],
    ["*", true],
    ["", false],
    ["x", false],
    ['"y"', false],
  ])("compares %s", (condition, expected) => {
    expect(matchesTag(condition, '"x"')).toBe(expected);
  });
});
