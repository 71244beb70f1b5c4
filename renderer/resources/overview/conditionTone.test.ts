import { describe, expect, it } from "vitest";
import { conditionsOf, conditionTone } from "./conditionTone.ts";

describe("conditionTone", () => {
  it("is good when a wish is true or a trouble is false", () => {
    expect(conditionTone({ type: "Ready", status: "True" })).toBe("good");
    expect(conditionTone({ type: "MemoryPressure", status: "False" })).toBe("good");
    expect(conditionTone({ type: "Ready", status: "False" })).toBe("warn");
    expect(conditionTone({ type: "DiskPressure", status: "True" })).toBe("bad");
    expect(conditionTone({ type: "Ready", status: "Unknown" })).toBe("warn");
  });
});

describe("conditionsOf", () => {
  it("takes what is shaped like a condition", () => {
    expect(conditionsOf({})).toEqual([]);
    expect(conditionsOf({ status: { conditions: "no" } })).toEqual([]);
    const ready = { type: "Ready", status: "True" };
    expect(conditionsOf({ status: { conditions: [ready, null, { type: 3 }] } })).toEqual([ready]);
  });
});
