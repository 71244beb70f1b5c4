import fc from "fast-check";
import { expect, it } from "vitest";
import { readAnsi } from "./ansi.ts";
import { linesWith, markHits, nextHit, searchFor } from "./findText.ts";
import type { LogLine } from "./logLine.ts";

const lineOf = (text: string): LogLine => ({ id: 1, source: "a", time: undefined, text, plain: text, cut: 0 });

it("finds a literal text, ignoring case", () => {
  const lines = ["Error: a.b", "error: axb", "fine"].map(lineOf);
  expect(linesWith(searchFor("ERROR"), lines)).toEqual([0, 1]);
  expect(linesWith(searchFor("a.b"), lines)).toEqual([0]);
  expect(linesWith(searchFor(""), lines)).toEqual([]);
});

it("continues from the current line, and wraps around", () => {
  expect(nextHit([2, 5, 9], -1, 1)).toBe(0);
  expect(nextHit([2, 5, 9], 5, 1)).toBe(2);
  expect(nextHit([2, 5, 9], 9, 1)).toBe(0);
  expect(nextHit([2, 5, 9], 2, -1)).toBe(2);
  expect(nextHit([], 2, 1)).toBe(-1);
});

it("marks matches that span colours", () => {
  const pieces = markHits(readAnsi("an \u001b[31mer\u001b[0mror and an error"), searchFor("error"));
  expect(pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join("")).toBe("an [er][ror] and an [error]");
});

it("marks matches independently of the previously searched line", () => {
  const search = searchFor("error");
  expect(linesWith(search, ["fine", "an error"].map(lineOf))).toEqual([1]);
  expect(markHits(readAnsi("an error"), search).map(({ text, isHit }) => [text, isHit])).toEqual([
    ["an ", false],
    ["error", true],
  ]);
});

it("keeps all text when marking matches", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", "ab", "\u001b[1m", "\u001b[0m")),
      fc.constantFrom("a", "ab", "ba"),
      (parts, text) => {
        const spans = readAnsi(parts.join(""));
        const pieces = markHits(spans, searchFor(text));
        const whole = spans.map((span) => span.text).join("");
        expect(pieces.map((piece) => piece.text).join("")).toBe(whole);
        const marked = pieces.filter(({ isHit }) => isHit).reduce((sum, piece) => sum + piece.text.length, 0);
        expect(marked).toBe((whole.split(text).length - 1) * text.length);
      },
    ),
  );
});
