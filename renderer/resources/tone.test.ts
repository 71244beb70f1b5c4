import { describe, expect, it } from "vitest";
import { toneOf } from "./tone.ts";

describe("toneOf", () => {
  it("recognizes state words in state columns only", () => {
    expect(toneOf("Status", "Running")).toBe("good");
    expect(toneOf("Status", "CrashLoopBackOff")).toBe("bad");
    expect(toneOf("Status", "Ready,SchedulingDisabled")).toBe("good");
    expect(toneOf("Status", "Init:0/1")).toBe("warn");
    expect(toneOf("Name", "running")).toBeUndefined();
    expect(toneOf("Status", "Whatever")).toBeUndefined();
    expect(toneOf("Ready", 3)).toBeUndefined();
  });
});
