import { describe, expect, it } from "vitest";
import { conditionsOf, conditionTone } from "./conditionTone.ts";
import { summaryOf } from "./summary.ts";
import { toneOf } from "./tone.ts";
import { readChoices } from "./useColumnChoices.ts";

describe("toneOf", () => {
  it("knows words of states, in columns of states only", () => {
    expect(toneOf("Status", "Running")).toBe("good");
    expect(toneOf("Status", "CrashLoopBackOff")).toBe("bad");
    expect(toneOf("Status", "Ready,SchedulingDisabled")).toBe("good");
    expect(toneOf("Status", "Init:0/1")).toBe("warn");
    expect(toneOf("Name", "running")).toBeUndefined();
    expect(toneOf("Status", "Whatever")).toBeUndefined();
    expect(toneOf("Ready", 3)).toBeUndefined();
  });
});

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

describe("summaryOf", () => {
  it("lists plain values of spec and status with their paths", () => {
    const entries = summaryOf({
      metadata: {},
      kind: "Thing",
      type: "Opaque",
      spec: { replicas: 0, paused: false, args: ["a", 1], nested: { deep: 1 }, empty: "" },
    });
    expect(entries).toEqual([
      { path: "type", text: "Opaque" },
      { path: "spec.replicas", text: "0" },
      { path: "spec.paused", text: "false" },
      { path: "spec.args", text: "a, 1" },
    ]);
  });

  it("does not reach into data, which may be secret or huge", () => {
    expect(summaryOf({ metadata: {}, data: { password: "x" } })).toEqual([]);
  });
});

describe("readChoices", () => {
  const storage = (value: string | null) => ({ getItem: () => value });
  it("takes only what it wrote", () => {
    expect(readChoices(storage(null), "t")).toEqual({});
    expect(readChoices(storage("{"), "t")).toEqual({});
    expect(readChoices(storage('{"a":true,"b":"x"}'), "t")).toEqual({ a: true });
  });
});
