import { expect, test } from "vitest";
import { shownText } from "./shownText.ts";

test.each([
  ["nginx\u202Egpj.exe", "nginx⟨U+202E⟩gpj.exe"],
  ["\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"],
  ["ad\u200bmin", "ad⟨U+200B⟩min"],
  ["ad\u00admin", "ad⟨U+00AD⟩min"],
  ["\ufeffkind", "⟨U+FEFF⟩kind"],
  ["a\u{e0041}", "a⟨U+E0041⟩"],
  ["pay\u200dpal", "pay⟨U+200D⟩pal"],
  ["\u3164", "⟨U+3164⟩"],
])("marks what a reader cannot see in %j", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test.each(["", "web-1", "two\nlines\tand a tab", "Größe", "שלום", "日本語", "❤️", "👩‍👩‍👧", "👩🏽‍💻", "\u0000"])(
  "leaves %j as it is",
  (text) => {
    expect(shownText(text)).toBe(text);
  },
);

test("marks a character of an emoji's joiner only where it joins none", () => {
  expect(shownText("👩‍💻\u200d")).toBe("👩‍💻⟨U+200D⟩");
});
