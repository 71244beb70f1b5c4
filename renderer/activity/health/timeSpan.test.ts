import { expect, it } from "vitest";
import { timeSpan } from "./timeSpan.ts";

const NOW = 1_800_000_000;

it.each([
  ["no points", null, null, [NOW - 60, NOW]],
  ["a single point", NOW - 5, NOW - 5, [NOW - 65, NOW - 5]],
  ["points that span less than a minute", NOW - 20, NOW, [NOW - 60, NOW]],
  ["points that span more than a minute", NOW - 600, NOW, [NOW - 600, NOW]],
] as const)("chooses the time span for %s", (_what, low, high, span) => {
  expect(timeSpan(low, high, NOW)).toEqual(span);
});
