import type { MetricSpec, MetricStatus } from "kubernetes-types/autoscaling/v2";
import { expect, it } from "vitest";
import { formatMetrics } from "./formatMetrics.ts";

const shown = (spec: object, status?: object): string =>
  formatMetrics([spec as MetricSpec], status === undefined ? [] : [status as MetricStatus]);
const pods = { type: "Pods", pods: { target: { averageValue: "5" } } };
const whole = { type: "Object", object: { target: { value: "5" } } };
const each = { type: "External", external: { target: { averageValue: "5" } } };
const cpu = (target: object) => ({ type: "Resource", resource: { name: "cpu", target } });

it.each<[string, object, object | undefined, string]>([
  ["shows <unknown> without a status", pods, undefined, "<unknown>/5"],
  ["shows the current and the target average", pods, { pods: { current: { averageValue: "3" } } }, "3/5"],
  ["shows <nil> for a pods metric without a current average", pods, { pods: { current: {} } }, "<nil>/5"],
  [
    "shows <nil> for an object metric without a current value",
    whole,
    { object: { current: { averageValue: "1" } } },
    "<nil>/5",
  ],
  [
    "shows <unknown> for an external metric without a current average",
    each,
    { external: { current: { value: "1" } } },
    "<unknown>/5 (avg)",
  ],
  [
    "shows <nil> for a resource metric without a current average",
    cpu({ averageValue: "1" }),
    { resource: { current: {} } },
    "cpu: <nil>/1",
  ],
  [
    "shows <unknown> for a resource metric without a current utilization",
    cpu({ averageUtilization: 50 }),
    { resource: { current: {} } },
    "cpu: <unknown>/50%",
  ],
])("%s", (_, spec, status, expected) => {
  expect(shown(spec, status)).toBe(expected);
});

it("prints two of many metrics", () => {
  expect(formatMetrics([pods, pods, pods] as MetricSpec[], [])).toBe("<unknown>/5, <unknown>/5 + 1 more...");
  expect(formatMetrics([], [])).toBe("<none>");
});
