import { describe, expect, it } from "vitest";
import { parseQuantity } from "../../../../shared/quantity.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { type Amounts, enforceableHard, isLess, quotaStatus, sameAmounts, writeAmounts } from "./quotaStatus.ts";

describe("quotaStatus", () => {
  it("is empty until set by the controller", () => {
    expect(quotaStatus({ metadata: {}, status: {} })).toEqual({ hard: {}, used: {} });
    expect(quotaStatus({ metadata: {} })).toEqual({ hard: {}, used: {} });
    expect(enforceableHard({ metadata: {} })).toEqual({});
  });
});

describe("sameAmounts", () => {
  const same = (a: Amounts, b: Amounts): boolean => atOnce(sameAmounts(a, b));

  it("compares quantities by value", () => {
    expect(same({ cpu: "1", pods: "2" }, { pods: "2", cpu: "1000m" })).toBe(true);
    expect(same({ cpu: "1" }, { cpu: "2" })).toBe(false);
    expect(same({ cpu: "1" }, { pods: "1" })).toBe(false);
    expect(same({}, { cpu: "0" })).toBe(false);
  });
});

describe("isLess", () => {
  it("reports whether any amount is below the other amount of the same name", () => {
    const less = (a: Amounts, b: Amounts): boolean => atOnce(isLess(a, b));
    expect(less({ cpu: "900m", pods: "2" }, { cpu: "1" })).toBe(true);
    expect(less({ cpu: "1000m", pods: "2" }, { cpu: "1" })).toBe(false);
    expect(less({ cpu: "1" }, { pods: "2" })).toBe(false);
  });
});

describe("Amounts", () => {
  it("are written in their original format, sorted by name", () => {
    const amounts = Object.entries({ pods: "2", cpu: "1500m", memory: "1Gi" });
    const usage = new Map(amounts.map(([name, amount]) => [name, parseQuantity(amount)]));
    expect(Object.entries(atOnce(writeAmounts(usage)))).toEqual(amounts.sort());
  });
});
