import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareQuantities, isWhole, parseQuantity, validateResourceQuantity, wholeUnits } from "./quantity.ts";

const NANO = 1_000_000_000n;

describe("quantities", () => {
  it.each([
    ["1", NANO],
    ["500m", NANO / 2n],
    ["1.5Gi", (NANO * 3n * 1024n ** 3n) / 2n],
    ["2e3", 2000n * NANO],
    ["1E", 10n ** 27n],
    ["-1k", -1000n * NANO],
    [".5", NANO / 2n],
    ["1n", 1n],
    ["0.1n", 1n],
  ])("%s", (text, value) => expect(parseQuantity(text)).toBe(value));

  it.each(["", "lots", "1x", "1.2.3", "."])("%s is none", (text) => expect(parseQuantity(text)).toBeUndefined());

  it("compares across units", () => {
    expect(compareQuantities("1Gi", "1024Mi")).toBe(0);
    expect(compareQuantities("1G", "1Gi")).toBe(-1);
    expect(compareQuantities("2", "1999m")).toBe(1);
    expect(isWhole("1500m")).toBe(false);
    expect(wholeUnits("1500m")).toBe(2n);
  });

  it("orders whole numbers as numbers are ordered", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(compareQuantities(String(a), String(b))).toBe(Math.sign(a - b));
      }),
    );
  });

  it("wants counted resources whole and nothing negative", () => {
    expect(validateResourceQuantity("pods", "1500m", "p").map(({ message }) => message)).toEqual([
      'Invalid value: "1500m": must be an integer',
    ]);
    expect(validateResourceQuantity("cpu", "1500m", "p")).toEqual([]);
    expect(validateResourceQuantity("cpu", "-1", "p").map(({ message }) => message)).toEqual([
      'Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });
});
