import fc from "fast-check";
import { expect, it } from "vitest";
import { quoted } from "./quoted.ts";

it.each([
  ["", '""'],
  ["plain text", '"plain text"'],
  ['a "b" \\', String.raw`"a \"b\" \\"`],
  ["\u0007\b\f\n\r\t\v", String.raw`"\a\b\f\n\r\t\v"`],
  ["\u0000\u001b\u007f", String.raw`"\x00\x1b\x7f"`],
  ["\u00a0\u200b\ufeff", String.raw`"\u00a0\u200b\ufeff"`],
  ["\u{e0001}", String.raw`"\U000e0001"`],
  ["Grüße 日本 😀", '"Grüße 日本 😀"'],
])("%j", (text, expected) => {
  expect(quoted(text)).toBe(expected);
});

it("equals JSON for printable ASCII", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~\n\t]*$/), (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text));
    }),
  );
});

it("quotes long text with many escapes correctly", () => {
  const text = "a\n\u0001é😀\ud800\u{e0001}".repeat(20_000);
  expect(quoted(text)).toBe(`"${String.raw`a\n\x01é😀\ud800\U000e0001`.repeat(20_000)}"`);
});
