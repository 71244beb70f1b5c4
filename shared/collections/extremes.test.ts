import { expect, it } from "vitest";
import { maxOf, minOf } from "./extremes.ts";

it("finds the extremes of more numbers than a call takes arguments", () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, i) => i);
  expect([minOf(numbers), maxOf(numbers)]).toEqual([0, 999_999]);
});

it("is what Math.min and Math.max say of none, and of what is no number", () => {
  expect([minOf([]), maxOf([])]).toEqual([Math.min(), Math.max()]);
  expect([minOf([1, Number.NaN]), maxOf([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
