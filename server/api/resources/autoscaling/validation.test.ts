import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { horizontalPodAutoscalers } from "./horizontalPodAutoscalers.ts";

const context = testContext();
const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } };
const autoscaler = (spec: object = {}): ApiObject => ({
  metadata: { name: "h", namespace: "dev" },
  spec: {
    scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" },
    minReplicas: 1,
    maxReplicas: 5,
    metrics: [cpu],
    ...spec,
  },
});
const { strategy } = horizontalPodAutoscalers;
const errors = (spec?: object): string[] => texts(strategyErrors(strategy, context, autoscaler(spec)));

describe("HorizontalPodAutoscaler", () => {
  it("is valid with defaults", () => expect(errors()).toEqual([]));

  it.each<[object, string]>([
    [{ maxReplicas: 0 }, "spec.maxReplicas: Invalid value: 0: must be greater than 0"],
    [{ minReplicas: 6 }, "spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`"],
    [{ minReplicas: 0 }, "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"],
    [{ scaleTargetRef: { kind: "", name: "web" } }, "spec.scaleTargetRef.kind: Required value"],
    [{ scaleTargetRef: { kind: "Deployment", name: "" } }, "spec.scaleTargetRef.name: Required value"],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toContain(expected);
  });

  it.each<[string, object]>([
    ["no source", { type: "Resource" }],
    ["a target without a value", { type: "Resource", resource: { name: "cpu", target: { type: "Utilization" } } }],
    [
      "an empty resource name",
      { type: "Resource", resource: { name: "", target: { type: "AverageValue", averageValue: "1" } } },
    ],
    ["an unknown type", { type: "Stars" }],
    [
      "a target utilization of zero",
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 0 } } },
    ],
  ])("reports the path of a metric with %s", (_, metric) => {
    const found = errors({ metrics: [cpu, metric] });
    expect(found.length).toBeGreaterThan(0);
    for (const text of found) expect(text).toMatch(/^spec\.metrics\[1\]/);
  });

  it("requires scaling policies with a positive value and a period within limits", () => {
    const policy = (type: string, value: number, periodSeconds: number) => ({
      behavior: { scaleUp: { selectPolicy: "Max", policies: [{ type, value, periodSeconds }] } },
    });
    expect(errors(policy("Pods", 1, 60))).toEqual([]);
    for (const spec of [policy("Pods", 0, 60), policy("Pods", 1, 0), policy("Pods", 1, 1801), policy("Cups", 1, 60)]) {
      expect(errors(spec).join()).toMatch(/^spec\.behavior\.scaleUp\.policies\[0\]/);
    }
  });

  it("allows minReplicas 0 only if it was 0 before or with an object or external metric", () => {
    const none = autoscaler({ minReplicas: 0 });
    const needsMetric =
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas";
    expect(errors({ minReplicas: 0 })).toEqual([
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
      needsMetric,
    ]);
    expect(texts(strategyErrors(strategy, context, none, none))).toEqual([needsMetric]);
    const open = { ...context, features: createFeatureGates({ HPAScaleToZero: "true" }) };
    expect(texts(strategyErrors(strategy, open, none))).toEqual([needsMetric]);
  });

  it("increments the generation for spec changes", () => {
    const old = autoscaler();
    const next = autoscaler({ maxReplicas: 6 });
    strategy.prepareForUpdate?.(context, next, old);
    expect(next.metadata.generation).toBe(strategy.tracksGeneration === true ? 1 : undefined);
  });
});
