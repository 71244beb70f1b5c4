import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAge } from "./formatAge.ts";
import { formatSpan } from "./formatSpan.ts";

it.each([
  [0, "0s"],
  [59, "59s"],
  [600, "10m"],
  [3_700, "1h1m40s"],
  [86_400, "1d"],
  [31_536_000, "365d"],
])("formats %i seconds as %s", (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text);
});

it("loses no precision", () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(parseAge(formatSpan(seconds))).toBe(seconds * 1000);
    }),
  );
});
