import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMetrics } from "./metricsText.ts";

describe("parseMetrics", () => {
  it("reads names, labels and numbers", () => {
    const text = [
      "# HELP a Something.",
      "# TYPE a counter",
      'a{verb="GET",code="200"} 12 1700000000000',
      "b 1.5e+3",
      'h_bucket{le="+Inf"} 7',
      "inf +Inf",
      "",
      "no number here",
      'open{a="b" 1',
    ].join("\n");
    expect(parseMetrics(text)).toEqual([
      { name: "a", labels: { verb: "GET", code: "200" }, value: 12 },
      { name: "b", labels: {}, value: 1500 },
      { name: "h_bucket", labels: { le: "+Inf" }, value: 7 },
      { name: "inf", labels: {}, value: Number.POSITIVE_INFINITY },
    ]);
  });

  it("round-trips any label value", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const escaped = value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
        expect(parseMetrics(`x{a="${escaped}",b="}"} 1`)).toEqual([
          { name: "x", labels: { a: value, b: "}" }, value: 1 },
        ]);
      }),
    );
  });

  it("skips unrequested metrics", () => {
    expect(parseMetrics("a 1\nab 2\nb 3", new Set(["a", "b"])).map(({ value }) => value)).toEqual([1, 3]);
  });
});
