import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryInteger } from "./queryInteger.ts";

describe("queryInteger", () => {
  it("parses every safe integer", () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => queryInteger(String(value)) === value));
    expect(queryInteger("+5")).toBe(5);
    expect(queryInteger("-0")).toBeCloseTo(0);
    expect(queryInteger(null)).toBeUndefined();
  });

  it.each(["", " 1", "1.5", "0x1", "many", "1e3", "+-1"])("rejects %j", (text) => {
    expect(() => queryInteger(text)).toThrow(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  });

  it.each(["9223372036854775808", "-9223372036854775809"])("rejects %s, which is too large", (text) => {
    expect(() => queryInteger(text)).toThrow(`strconv.ParseInt: parsing "${text}": value out of range`);
  });
});
