import { expect, it } from "vitest";
import { wholeUntil } from "./wholeUntil.ts";

it("moves a cut only if it would split a character", () => {
  expect([0, 1, 2, 3, 4].map((at) => wholeUntil("a😀bc", at))).toEqual([0, 1, 3, 3, 4]);
  expect(wholeUntil("ab", 5)).toBe(5);
});
