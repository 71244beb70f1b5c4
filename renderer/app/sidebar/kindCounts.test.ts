import { expect, it } from "vitest";
import { countOf } from "./kindCounts.ts";

it("counts from the first page and is undefined if the server does not report a count", () => {
  expect(countOf({ items: null })).toBe(0);
  expect(countOf({ items: [{}], metadata: {} })).toBe(1);
  expect(countOf({ items: [{}], metadata: { continue: "c", remainingItemCount: 41 } })).toBe(42);
  expect(countOf({ items: [{}], metadata: { continue: "c" } })).toBeUndefined();
});
