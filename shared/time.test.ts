import fc from "fast-check";
import { expect, test } from "vitest";
import { timestamp } from "./time.ts";

test("formats truncated whole seconds", () => {
  expect(timestamp(0)).toBe("1970-01-01T00:00:00Z");
  expect(timestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 999))).toBe("2026-01-02T03:04:05Z");
});

test("parses back to the same second and sorts chronologically", () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      expect(Date.parse(timestamp(a))).toBe(a - (a % 1000));
      if (a <= b) expect(timestamp(a) <= timestamp(b)).toBe(true);
    }),
  );
});
