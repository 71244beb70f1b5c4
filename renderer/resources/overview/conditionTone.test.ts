import { describe, expect, it } from "vitest";
import { conditionsOf, conditionTone } from "./conditionTone.ts";

describe("conditionTone", () => {
  it("is good if a desired condition is true or a problem condition is false", () => {
    expect(conditionTone({ type: "Ready", status: "True" })).toBe("good");
    expect(conditionTone({ type: "MemoryPressure", status: "False" })).toBe("good");
    expect(conditionTone({ type: "Ready", status: "False" })).toBe("warn");
    expect(conditionTone({ type: "DiskPressure", status: "True" })).toBe("bad");
    expect(conditionTone({ type: "Ready", status: "Unknown" })).toBe("warn");
    expect(conditionTone({ type: "ScalingLimited", status: "True" })).toBe("neutral");
  });
});

describe("conditionsOf", () => {
  it("accepts entries that have the form of a condition", () => {
    expect(conditionsOf({})).toEqual([]);
    expect(conditionsOf({ status: { conditions: "no" } })).toEqual([]);
    const ready = { type: "Ready", status: "True" };
    expect(conditionsOf({ status: { conditions: [ready, null, { type: 3 }] } })).toEqual([ready]);
  });
});
