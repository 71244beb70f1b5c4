import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { encodeValues, isEmpty, joined, omit, roundUpMilli, templateGeneration } from "./helpers.ts";

describe("roundUpMilli", () => {
  it.each([
    ["1n", "1m"],
    ["100001u", "101m"],
    ["100m", "100m"],
    ["1Gi", "1Gi"],
    ["-1n", "0"],
  ])("rounds %s to %s", (text, rounded) => {
    expect(roundUpMilli(text)).toBe(rounded);
  });

  it("never reduces a quantity nor changes whole thousandths", () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.constantFrom("n", "u", "m", "", "k"), (n, suffix) => {
        const before = parseQuantity(`${n}${suffix}`);
        const after = parseQuantity(String(roundUpMilli(`${n}${suffix}`)));
        expect(compareQuantity(after, before)).toBeGreaterThanOrEqual(0);
        if (suffix === "m" || suffix === "" || suffix === "k") expect(compareQuantity(after, before)).toBe(0);
      }),
    );
  });

  it("ignores values that are not strings", () => {
    expect(roundUpMilli(undefined)).toBeUndefined();
  });
});

describe("Helpers", () => {
  it("isEmpty", () => {
    for (const value of [undefined, null, "", [], {}]) expect(isEmpty(value)).toBe(true);
    for (const value of [0, false, "a", [1], { a: 1 }]) expect(isEmpty(value)).toBe(false);
  });

  it("omit copies only if something is omitted", () => {
    const map = { a: "1", b: "2" };
    expect(atOnce(omit(map, ["c"]))).toBe(map);
    expect(atOnce(omit(map, ["a"]))).toEqual({ b: "2" });
    expect(atOnce(omit(undefined, ["a"]))).toBeUndefined();
  });

  it("joined sorts the keys and lets the last map win", () => {
    const map = atOnce(joined({ b: "1", c: "1" }, undefined, { c: "2", a: "2" }));
    expect(Object.entries(map)).toEqual([
      ["a", "2"],
      ["b", "1"],
      ["c", "2"],
    ]);
    expect(atOnce(joined(null))).toEqual({});
  });

  it("encodeValues", () => {
    expect(atOnce(encodeValues({ a: "hé" }))).toEqual({ a: "aMOp" });
    expect(atOnce(encodeValues(undefined))).toEqual({});
  });

  it("templateGeneration", () => {
    const of = (text: string): string => templateGeneration({ "deprecated.daemonset.template.generation": text });
    expect(() => of("x")).toThrow('strconv.ParseInt: parsing "x": invalid syntax');
    expect([of("12"), of("007"), templateGeneration(undefined)]).toEqual(["12", "7", "0"]);
  });
});
