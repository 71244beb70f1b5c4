import fc from "fast-check";
import { expect, it } from "vitest";
import { backoffDelay } from "./clock.ts";

it("doubles up to half a minute", () => {
  expect([1, 2, 3, 4].map((n) => backoffDelay(n, 0))).toEqual([250, 500, 1000, 2000]);
  expect(backoffDelay(50, 0.999)).toBeLessThanOrEqual(30_000);
});

it("stays within its bounds for any random number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = backoffDelay(attempt, random);
      expect(delay).toBeGreaterThanOrEqual(250);
      expect(delay).toBeLessThanOrEqual(30_000);
    }),
  );
});
