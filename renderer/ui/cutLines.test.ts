import { describe, expect, it } from "vitest";
import { cutLines } from "./cutLines.ts";

const rest = (characters: number): string => `…${characters}`;

describe("cutLines", () => {
  it("leaves short lines unchanged regardless of their number", () => {
    expect(cutLines("ab\nc\n\nab\n", 2, rest)).toBe("ab\nc\n\nab\n");
    expect(cutLines("", 2, rest)).toBe("");
  });

  it("shows the number of characters cut from a long line", () => {
    expect(cutLines("abcd", 2, rest)).toBe("ab…2");
    expect(cutLines("abcd\nab\nabc", 2, rest)).toBe("ab…2\nab\nab…1");
    expect(cutLines("abcd\n", 2, rest)).toBe("ab…2\n");
  });

  it("never splits a character", () => {
    expect(cutLines("a😀bc", 2, rest)).toBe("a😀…2");
  });
});
