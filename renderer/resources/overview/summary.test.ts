import { describe, expect, it } from "vitest";
import { summaryOf } from "./summary.ts";

describe("summaryOf", () => {
  it("lists scalar values of spec and status with their paths", () => {
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

  it("omits data, which may be secret or large", () => {
    expect(summaryOf({ metadata: {}, data: { password: "x" } })).toEqual([]);
  });
});
