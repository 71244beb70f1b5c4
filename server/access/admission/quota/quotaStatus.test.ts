import { describe, expect, it } from "vitest";
import { quotaStatus, readAmounts, sameAmounts, wantedHard, writeAmounts } from "./quotaStatus.ts";

describe("quotaStatus", () => {
  it("is empty until the controller writes it", () => {
    expect(quotaStatus({ metadata: {}, status: {} })).toEqual({ hard: {}, used: {} });
    expect(quotaStatus({ metadata: {} })).toEqual({ hard: {}, used: {} });
    expect(wantedHard({ metadata: {} })).toEqual({});
  });
});

describe("sameAmounts", () => {
  it("compares what is meant", () => {
    expect(sameAmounts({ cpu: "1", pods: "2" }, { pods: "2", cpu: "1000m" })).toBe(true);
    expect(sameAmounts({ cpu: "1" }, { cpu: "2" })).toBe(false);
    expect(sameAmounts({ cpu: "1" }, { pods: "1" })).toBe(false);
    expect(sameAmounts({}, { cpu: "0" })).toBe(false);
  });
});

describe("amounts", () => {
  it("are written as they were read, by name", () => {
    const amounts = { pods: "2", cpu: "1500m", memory: "1Gi" };
    expect(Object.entries(writeAmounts(readAmounts(amounts)))).toEqual(Object.entries(amounts).sort());
  });
});
