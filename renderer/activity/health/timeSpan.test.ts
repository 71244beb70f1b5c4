import { expect, it } from "vitest";
import { timeSpan } from "./timeSpan.ts";

const NOW = 1_800_000_000;

it.each([
  ["the last minute without points", null, null, [NOW - 60, NOW]],
  ["the minute before a single point", NOW - 5, NOW - 5, [NOW - 65, NOW - 5]],
  ["a minute where the points cover less", NOW - 20, NOW, [NOW - 60, NOW]],
  ["all points where they cover more", NOW - 600, NOW, [NOW - 600, NOW]],
] as const)("chooses the time span for %s", (_what, low, high, span) => {
  expect(timeSpan(low, high, NOW)).toEqual(span);
});
