import fc from "fast-check";
import { expect, it } from "vitest";
import { changedPart } from "./changedPart.ts";

const carryOut = (before: string, after: string): string => {
  const { from, to, text } = changedPart(before, after);
  return before.slice(0, from) + text + before.slice(to);
};

it("replaces only the lines that differ", () => {
  expect(changedPart("a: 1\nb: 2\nc: 3\n", "a: 1\nb: 20\nc: 3\n")).toEqual({ from: 5, to: 9, text: "b: 20" });
  expect(changedPart("a\nb\n", "a\nb\nc\n")).toEqual({ from: 4, to: 4, text: "c\n" });
  expect(changedPart("a\nx\nx\nb", "a\nx\nb").text.length).toBeLessThan(3);
});

it("never divides a character of two code units", () => {
  const { text } = changedPart("a \u{1F600}\n", "a \u{1F601}\n");
  expect(text).toBe("a \u{1F601}");
});

it("turns one text into the other, whatever they are", () => {
  const text = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(fc.property(text, text, (before, after) => carryOut(before, after) === after));
});
