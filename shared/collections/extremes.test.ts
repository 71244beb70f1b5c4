import { expect, it } from "vitest";
import { maxOf, minOf } from "./extremes.ts";

it("finds the extremes of more numbers than the argument limit of a call", () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, i) => i);
  expect([minOf(numbers), maxOf(numbers)]).toEqual([0, 999_999]);
});

it("returns the same as Math.min and Math.max for no numbers and NaN", () => {
  expect([minOf([]), maxOf([])]).toEqual([Math.min(), Math.max()]);
  expect([minOf([1, Number.NaN]), maxOf([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
