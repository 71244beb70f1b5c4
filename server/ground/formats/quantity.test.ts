import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuantity } from "../../../shared/quantity.ts";
import { amountOf, compareQuantities, validateResourceQuantity } from "./quantity.ts";

const messages = (name: string, value: string): string[] =>
  validateResourceQuantity(name, value, "p").map(({ message }) => message);

describe("quantities", () => {
  it.each(["", "lots", "1x", "1.2.3", "."])("%s is parsed as zero", (text) => {
    expect(formatQuantity(amountOf(text))).toBe("0");
  });

  it("compares across units", () => {
    expect(compareQuantities("1Gi", "1024Mi")).toBe(0);
    expect(compareQuantities("1G", "1Gi")).toBe(-1);
    expect(compareQuantities("2", "1999m")).toBe(1);
    expect(compareQuantities(2, "2")).toBe(0);
  });

  it("compares integers numerically", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(compareQuantities(String(a), String(b))).toBe(Math.sign(a - b));
      }),
    );
  });

  it("distinguishes countable resources from measured ones", () => {
    const measured = ["cpu", "memory", "requests.cpu", "limits.memory", "requests.storage", "hugepages-2Mi"];
    const isCounted = (name: string): boolean => messages(name, "500m").length > 0;
    expect(measured.filter(isCounted)).toEqual([]);
    expect(["pods", "count/pods", "example.com/gpu", "services"].every(isCounted)).toBe(true);
  });

  it("requires integers for countable resources, and no negative quantities", () => {
    expect(messages("pods", "1500m")).toEqual([expect.stringMatching(/value:1500, scale:-3.*: must be an integer$/)]);
    expect(messages("cpu", "1500m")).toEqual([]);
    expect(messages("cpu", "-1")).toEqual(['Invalid value: "-1": must be greater than or equal to 0']);
    expect(messages("pods", "-500m")).toEqual([
      'Invalid value: "-500m": must be greater than or equal to 0',
      expect.stringMatching(/value:-500, scale:-3.*: must be an integer$/),
    ]);
  });
});
