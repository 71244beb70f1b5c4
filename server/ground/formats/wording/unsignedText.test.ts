import { expect, it } from "vitest";
import { unsignedProblem } from "./unsignedText.ts";

it("parses unsigned 64-bit numbers", () => {
  for (const text of ["0", "007", "18446744073709551615", "0".repeat(100)])
    expect(unsignedProblem(text)).toBeUndefined();
});

it("refuses invalid numbers", () => {
  for (const text of ["", "-1", "+1", "1.0", " 1", "x"]) {
    expect(unsignedProblem(text)).toBe(`strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  for (const text of ["18446744073709551616", "9".repeat(100_000)]) {
    expect(unsignedProblem(text)).toBe(`strconv.ParseUint: parsing "${text}": value out of range`);
  }
});
