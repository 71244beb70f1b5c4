import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "./lineDiff.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });

test("without the added lines it is the old text, without the removed lines the new one", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before, after);
      expect(diff.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
      expect(diff.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
    }),
  );
});

test("keeps common lines", () => {
  expect(lineDiff(["a", "b", "c"], ["a", "x", "c"])).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "x" },
    { kind: "same", text: "c" },
  ]);
  expect(lineDiff(["a"], ["a"]).every(({ kind }) => kind === "same")).toBe(true);
});

test("is fast for texts that have nothing in common", () => {
  const many = (mark: string) => Array.from({ length: 3000 }, (_, index) => `${mark}${index}`);
  expect(lineDiff(many("a"), many("b"))).toHaveLength(6000);
});
