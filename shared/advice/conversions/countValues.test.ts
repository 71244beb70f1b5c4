import { expect, it } from "vitest";
import { countValues } from "./countValues.ts";

it("counts values up to a limit", () => {
  expect([7, null, [], {}, [[]], { a: [1, 2] }].map((value) => countValues(value, 100))).toEqual([1, 1, 1, 1, 2, 4]);
  expect(countValues(Array(1000).fill(0), 10)).toBeGreaterThan(10);
  let deep: unknown = 0;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(countValues(deep, 1_000_000)).toBe(100_001);
});
