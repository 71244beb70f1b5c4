import { describe, expect, it } from "vitest";
import { parseQuantity } from "../../../../shared/quantity.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { type Amounts, enforceableHard, isLess, quotaStatus, sameAmounts, writeAmounts } from "./quotaStatus.ts";

describe("quotaStatus", () => {
  it("is empty until the controller writes it", () => {
    expect(quotaStatus({ metadata: {}, status: {} })).toEqual({ hard: {}, used: {} });
    expect(quotaStatus({ metadata: {} })).toEqual({ hard: {}, used: {} });
    expect(enforceableHard({ metadata: {} })).toEqual({});
  });
});

describe("sameAmounts", () => {
  const same = (a: Amounts, b: Amounts): boolean => atOnce(sameAmounts(a, b));

  it("compares what is meant", () => {
    expect(same({ cpu: "1", pods: "2" }, { pods: "2", cpu: "1000m" })).toBe(true);
    expect(same({ cpu: "1" }, { cpu: "2" })).toBe(false);
    expect(same({ cpu: "1" }, { pods: "1" })).toBe(false);
    expect(same({}, { cpu: "0" })).toBe(false);
  });
});

describe("isLess", () => {
  it("looks for one amount below the other one of its name", () => {
    const less = (a: Amounts, b: Amounts): boolean => atOnce(isLess(a, b));
    expect(less({ cpu: "900m", pods: "2" }, { cpu: "1" })).toBe(true);
    expect(less({ cpu: "1000m", pods: "2" }, { cpu: "1" })).toBe(false);
    expect(less({ cpu: "1" }, { pods: "2" })).toBe(false);
  });
});

describe("amounts", () => {
  it("are written in the form that they were read in, by name", () => {
    const amounts = Object.entries({ pods: "2", cpu: "1500m", memory: "1Gi" });
    const usage = new Map(amounts.map(([name, amount]) => [name, parseQuantity(amount)]));
    expect(Object.entries(atOnce(writeAmounts(usage)))).toEqual(amounts.sort());
  });
});
