import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  isWholeQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
  quantityMilliValue,
  quantityValue,
} from "./quantity.ts";

const negateQuantity = (quantity: Quantity): Quantity => ({ ...quantity, digits: -quantity.digits });
const add = (a: string, b: string): string => formatQuantity(addQuantity(parseQuantity(a), parseQuantity(b)));
const compare = (a: string, b: string): number => compareQuantity(parseQuantity(a), parseQuantity(b));

describe("Canonical text", () => {
  it.each([
    ["0", "0"],
    ["0Gi", "0"],
    ["-0", "0"],
    ["1", "1"],
    ["+1", "1"],
    ["0.5", "500m"],
    [".5", "500m"],
    ["1.", "1"],
    ["1000m", "1"],
    ["1500m", "1500m"],
    ["1000", "1k"],
    ["1200", "1200"],
    ["100", "100"],
    ["120000", "120k"],
    ["1e3", "1e3"],
    ["1E3", "1e3"],
    ["1.5e3", "1500"],
    ["12e-1", "1200e-3"],
    ["1E", "1E"],
    ["1024Mi", "1Gi"],
    ["1.5Gi", "1536Mi"],
    ["1000Ki", "1000Ki"],
    ["0.5Ki", "512"],
    ["1Ki", "1Ki"],
    ["0.1Gi", "107374182400m"],
    ["1n", "1n"],
    ["0.1n", "1n"],
    ["1.5n", "2n"],
    ["-1.5n", "-2n"],
    ["-1Gi", "-1Gi"],
    ["100000000000000000000", "9223372036854775807"],
    ["1e2000", "9223372036854775807"],
  ])("of %s is %s", (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  it("has the same value and is idempotent except when a binary suffix is lost", () => {
    const suffix = fc.constantFrom("", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "e-3", "E2");
    const number = fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.constantFrom("", ".5", ".25", ".001"));
    fc.assert(
      fc.property(number, suffix, ([whole, fraction], s) => {
        const text = `${whole}${fraction}${s}`;
        const once = canonicalQuantity(text);
        const twice = canonicalQuantity(once);
        const losesBinary = s.endsWith("i") && !once.endsWith("i");
        expect(losesBinary || twice === once).toBe(true);
        expect(canonicalQuantity(twice)).toBe(twice);
        expect(compare(text, once)).toBe(0);
      }),
    );
  });

  it("of a fractional binary amount becomes decimal when canonicalized again", () => {
    expect(canonicalQuantity("65531.25Ki")).toBe("67104000");
    expect(canonicalQuantity("67104000")).toBe("67104k");
  });
});

describe("Invalid quantity", () => {
  it.each(["", "abc", "1x", "1..2", "1.2.3", "1 Gi", "1e3x"])("%j", (text) => {
    expect(() => parseQuantity(text)).toThrow("quantities must match the regular expression");
  });

  it("reports the reference's reason", () => {
    expect(() => parseQuantity("1Kii")).toThrow(new QuantityError("unable to parse quantity's suffix"));
    expect(() => parseQuantity("--1")).toThrow("unable to parse quantity's suffix");
    expect(() => parseQuantity("1e")).toThrow("unable to parse quantity's suffix");
    expect(() => parseQuantity("Mi")).toThrow("unable to parse numeric part of quantity");
    expect(() => parseQuantity(".")).toThrow("unable to parse numeric part of quantity");
  });

  it("is rejected quickly regardless of its exponent", () => {
    expect(canonicalQuantity(`1e-${"9".repeat(9)}`)).toBe("1e-9");
    expect(canonicalQuantity(`0e${"9".repeat(9)}`)).toBe("0");
  });
});

describe("Arithmetic", () => {
  it("adds in the format of the first nonzero operand", () => {
    expect(add("1Gi", "1Gi")).toBe("2Gi");
    expect(add("500m", "500m")).toBe("1");
    expect(add("0", "1Gi")).toBe("1Gi");
    expect(add("1Gi", "1M")).toBe("1074741824");
    expect(formatQuantity(addQuantity(parseQuantity("1"), negateQuantity(parseQuantity("1"))))).toBe("0");
  });

  it("compares across suffixes", () => {
    expect(compare("1Gi", "1G")).toBe(1);
    expect(compare("1000m", "1")).toBe(0);
    expect(compare("-1", "1n")).toBe(-1);
  });

  it("rounds values away from zero", () => {
    expect(quantityValue(parseQuantity("1500m"))).toBe(2n);
    expect(quantityValue(parseQuantity("-1500m"))).toBe(-2n);
    expect(quantityValue(parseQuantity("2k"))).toBe(2000n);
    expect(quantityMilliValue(parseQuantity("0.1u"))).toBe(1n);
    expect(quantityMilliValue(parseQuantity("1.5"))).toBe(1500n);
  });

  it("detects whole numbers", () => {
    expect(["1", "1k", "2000m", "1.5Ki", "0"].map((text) => isWholeQuantity(parseQuantity(text)))).not.toContain(false);
    expect(["1m", "1500m", "0.5", "1n"].map((text) => isWholeQuantity(parseQuantity(text)))).not.toContain(true);
  });

  it("forms a commutative group", () => {
    const amount = fc.integer({ min: -1e6, max: 1e6 }).map((n) => parseQuantity(`${n}m`));
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(compareQuantity(addQuantity(a, b), addQuantity(b, a))).toBe(0);
        expect(addQuantity(a, negateQuantity(a)).digits).toBe(0n);
        expect(compareQuantity(a, b)).toBe(-compareQuantity(b, a) + 0);
      }),
    );
  });

  it("parses millions of digits quickly", () => {
    const nines = "9".repeat(3_000_000);
    expect(canonicalQuantity(nines)).toBe("9223372036854775807");
    expect(canonicalQuantity(`0.${nines}`)).toBe("1");
    expect(canonicalQuantity(`0.5${"0".repeat(3_000_000)}1`)).toBe("500000001n");
    expect(canonicalQuantity(`${"0".repeat(3_000_000)}12`)).toBe("12");
    expect(canonicalQuantity(`0.${"0".repeat(3_000_000)}1`)).toBe("1n");
    expect(canonicalQuantity(`1${"0".repeat(3_000_000)}e-3000000`)).toBe("1");
    expect(() => canonicalQuantity(`${nines}x`)).toThrow("quantities must match the regular expression");
  });
});
