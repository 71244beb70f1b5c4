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
  ["nothing is known", pods, undefined, "<unknown>/5"],
  ["the average", pods, { pods: { current: { averageValue: "3" } } }, "3/5"],
  ["a report without what is asked for", pods, { pods: { current: {} } }, "<nil>/5"],
  ["a report of a whole without its value", whole, { object: { current: { averageValue: "1" } } }, "<nil>/5"],
  ["a report without the average", each, { external: { current: { value: "1" } } }, "<unknown>/5 (avg)"],
  ["a resource's amount", cpu({ averageValue: "1" }), { resource: { current: {} } }, "cpu: <nil>/1"],
  ["a resource's share", cpu({ averageUtilization: 50 }), { resource: { current: {} } }, "cpu: <unknown>/50%"],
])("%s", (_, spec, status, expected) => {
  expect(shown(spec, status)).toBe(expected);
});

it("prints two of many metrics", () => {
  expect(formatMetrics([pods, pods, pods] as MetricSpec[], [])).toBe("<unknown>/5, <unknown>/5 + 1 more...");
  expect(formatMetrics([], [])).toBe("<none>");
});
