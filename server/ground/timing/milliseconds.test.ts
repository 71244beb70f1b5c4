import { expect, it } from "vitest";
import { milliseconds } from "./milliseconds.ts";

it.each<[number | bigint, number]>([
  [0, 0],
  [30, 30_000],
  [-5, -5_000],
  [9_223_372_036, 9_223_372_036_000],
  [9_223_372_037, -9_223_372_036_709],
  [2n ** 63n - 1n, -1_000],
  [-(2n ** 63n) + 1n, 1_000],
])("%d seconds are %d ms", (seconds, expected) => expect(milliseconds(seconds)).toBe(expected));
