import { expect, it } from "vitest";
import { changedLines } from "./changedLines.ts";

it.each([
  ["a\nb", "a\nb", 0],
  ["a\nb", "a\nc", 1],
  ["a\na", "a\na\na", 1],
  ["a\nb\nc", "a", 1],
  ["", "x\ny", 2],
])("from %j to %j: %i", (before, after, expected) => {
  expect(changedLines(before, after)).toBe(expected);
});
