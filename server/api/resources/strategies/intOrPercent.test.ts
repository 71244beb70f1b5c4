import { describe, expect, it, test } from "vitest";
import { isNone, validateAtMostHundredPercent, validatePositiveIntOrPercent } from "./intOrPercent.ts";

describe("isNone", () => {
  // A text that is neither a percentage nor a number counts as zero, as in the reference.
  test.each([undefined, 0, "0", "-0", "0%", "000%", "", "x", "-1%", "1.5"])("%s is zero", (value) =>
    expect(isNone(value)).toBe(true),
  );
  test.each([1, -1, "1", "+7", "-3", "1%", "101%"])("%s is not zero", (value) => expect(isNone(value)).toBe(false));
});

it("a limit is a non-negative integer or a percentage", () => {
  for (const value of [undefined, 0, 5, "0%", "250%"]) expect(validatePositiveIntOrPercent(value, "at")).toEqual([]);
  for (const value of [-1, "5", "", "-1%", "1.5%"]) expect(validatePositiveIntOrPercent(value, "at")).toHaveLength(1);
});

it("percentages are limited to 100", () => {
  for (const value of [undefined, 500, "500", "100%"]) expect(validateAtMostHundredPercent(value, "at")).toEqual([]);
  expect(validateAtMostHundredPercent("101%", "at")).toHaveLength(1);
});
