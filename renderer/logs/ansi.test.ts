import fc from "fast-check";
import { expect, it } from "vitest";
import { readAnsi, stripAnsi } from "./ansi.ts";

const looks = (text: string) => readAnsi(text).map((span) => [span.text, span.className || span.colour]);

it.each([
  ["plain", [["plain", ""]]],
  [
    "\u001b[31mred\u001b[0m rest",
    [
      ["red", "ansiFg1"],
      [" rest", ""],
    ],
  ],
  [
    "\u001b[1;92mok\u001b[22m still",
    [
      ["ok", "ansiBold ansiFg10"],
      [" still", "ansiFg10"],
    ],
  ],
  ["\u001b[38;5;196mx", [["x", "rgb(255 0 0)"]]],
  ["\u001b[38;5;244mx", [["x", "rgb(128 128 128)"]]],
  ["\u001b[38;2;1;2;300mx", [["x", "rgb(1 2 255)"]]],
  [
    "\u001b[44mx\u001b[49my",
    [
      ["x", "ansiBg4"],
      ["y", ""],
    ],
  ],
  [
    "a\u001b[2Jb\u001b]0;title\u0007c\u001b[10;10Hd",
    [
      ["a", ""],
      ["b", ""],
      ["c", ""],
      ["d", ""],
    ],
  ],
  ["tab\there\u0000", [["tab\there", ""]]],
])("parses %j", (text, expected) => expect(looks(text)).toEqual(expected));

it("displays exactly the searchable text for any input", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("\u001b[", "\u001b]", "31m", "\u0007", "\u001b", ";", "38;5;", "<b>"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      expect(
        readAnsi(text)
          .map((span) => span.text)
          .join(""),
      ).toBe(stripAnsi(text));
    }),
  );
});

it("takes linear time for a hostile line", () => {
  const line = "\u001b]".repeat(100_000);
  const begun = performance.now();
  readAnsi(line);
  expect(performance.now() - begun).toBeLessThan(2000);
});
