import { expect, it } from "vitest";
import { integerProblem } from "./integerText.ts";

it.each(["0", "-0", "+7", "007", "9223372036854775807", "-9223372036854775808", `${"0".repeat(40)}1`])(
  "%s is a 64-bit integer",
  (text) => expect(integerProblem(text)).toBeUndefined(),
);

it.each(["", "-", "+", " 1", "1 ", "1.5", "1e3", "0x1", "1_000", 'a"b'])("%j is not an integer", (text) =>
  expect(integerProblem(text)).toBe(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`),
);

it.each(["9223372036854775808", "-9223372036854775809", "9".repeat(40)])("%s is too large", (text) =>
  expect(integerProblem(text)).toBe(`strconv.ParseInt: parsing "${text}": value out of range`),
);
