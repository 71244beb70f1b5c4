import { describe, expect, it } from "vitest";
import { readFlags } from "../../settings/flagGroup.ts";
import { type MetricOptions, metricFlags } from "./metricFlags.ts";

const read = (flag: string, ...texts: string[]): MetricOptions => readFlags(metricFlags, new Map([[flag, texts]]));
const labels = (...texts: string[]) => read("allow-metric-labels", ...texts).allowMetricLabels;

describe("--show-hidden-metrics-for-version", () => {
  it("accepts the previous release", () => {
    expect(read("show-hidden-metrics-for-version", "1.31").showHiddenMetricsForVersion).toBe("1.31");
    expect(read("show-hidden-metrics-for-version", "").showHiddenMetricsForVersion).toBeUndefined();
  });

  it.each(["1.30", "1.32", "1.31.0", "v1.31"])("refuses %s", (text) => {
    expect(() => read("show-hidden-metrics-for-version", text)).toThrow(
      "--show-hidden-metrics-for-version must be omitted or have the value '1.31'. Only the previous minor version is allowed",
    );
  });
});

describe("--allow-metric-labels", () => {
  it("accepts one pair unquoted, several in quotes, and repeated flags", () => {
    expect(labels("m,l=a,b")).toEqual({ "m,l": "a,b" });
    expect(labels('"m,l=a,b","n,k=c"')).toEqual({ "m,l": "a,b", "n,k": "c" });
    expect(labels("m,l=a", "n,k=b", "m,l=c")).toEqual({ "m,l": "c", "n,k": "b" });
  });

  it("refuses values that are not pairs", () => {
    expect(() => labels("m,l")).toThrow("--allow-metric-labels: m,l must be formatted as key=value");
    expect(() => labels("m,l=a,n,k=b")).toThrow("m must be formatted as key=value");
    expect(() => labels("m=a")).toThrow(
      "--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`",
    );
  });
});
