import fc from "fast-check";
import type { MetricSpec, MetricStatus } from "kubernetes-types/autoscaling/v2";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { dropParts, fromV2, toV2 } from "./conversion.ts";

const name = fc.stringMatching(/^[a-z]{1,8}$/);
const quantity = fc.integer({ min: 1, max: 500 }).map((n) => `${n}m`);
const percent = fc.integer({ min: 1, max: 100 });
const identifier = fc.record({
  name,
  selector: fc.option(fc.constant({ matchLabels: { a: "b" } }), { nil: undefined }),
});
const resourceTarget = fc.oneof(
  percent.map((averageUtilization) => ({ type: "Utilization", averageUtilization })),
  quantity.map((averageValue) => ({ type: "AverageValue", averageValue })),
);
const anyTarget = fc.oneof(
  quantity.map((value) => ({ type: "Value", value })),
  quantity.map((averageValue) => ({ type: "AverageValue", averageValue })),
);
const reference = fc.record({ kind: name, name, apiVersion: fc.constant("apps/v1") });
const notCpu = name.filter((n) => n !== "cpu");

/** Metrics that autoscaling/v1 has no fields for. */
const metric: fc.Arbitrary<MetricSpec> = fc.oneof(
  fc.record({ name: notCpu, target: resourceTarget }).map((resource) => ({ type: "Resource", resource })),
  fc
    .record({ name, container: name, target: resourceTarget })
    .map((containerResource) => ({ type: "ContainerResource", containerResource })),
  fc
    .record({ metric: identifier, target: quantity.map((averageValue) => ({ type: "AverageValue", averageValue })) })
    .map((pods) => ({ type: "Pods", pods })),
  fc
    .record({ metric: identifier, target: anyTarget, describedObject: reference })
    .map((object) => ({ type: "Object", object })),
  fc.record({ metric: identifier, target: anyTarget }).map((external) => ({ type: "External", external })),
);

const current: fc.Arbitrary<MetricStatus> = fc.oneof(
  fc
    .record({ name, current: fc.record({ averageValue: quantity, averageUtilization: percent }) })
    .map((resource) => ({ type: "Resource", resource })),
  fc
    .record({ metric: identifier, current: fc.record({ averageValue: quantity }) })
    .map((pods) => ({ type: "Pods", pods })),
  fc
    .record({ metric: identifier, current: fc.record({ value: quantity }) })
    .map((external) => ({ type: "External", external })),
);

const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 3600 }),
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(fc.record({ type: fc.constantFrom("Pods", "Percent"), value: percent, periodSeconds: percent })),
  },
  { requiredKeys: [] },
);

const autoscaler: fc.Arbitrary<ApiObject> = fc
  .record({
    cpu: fc.option(percent, { nil: undefined }),
    metrics: fc.array(metric, { maxLength: 3 }),
    behavior: fc.option(fc.record({ scaleUp: rules, scaleDown: rules }), { nil: undefined }),
    currentMetrics: fc.array(current, { minLength: 1, maxLength: 3 }),
    conditions: fc.array(fc.record({ type: name, status: fc.constantFrom("True", "False") }), {
      minLength: 1,
      maxLength: 2,
    }),
    annotations: fc.option(fc.dictionary(name, name, { minKeys: 1 }), { nil: undefined }),
  })
  .map(({ cpu, metrics, behavior, currentMetrics, conditions, annotations }) => {
    // CPU utilization comes last, because autoscaling/v1 keeps it apart from the other metrics.
    const own: MetricSpec[] =
      cpu === undefined
        ? []
        : [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: cpu } } }];
    const all = [...metrics, ...own];
    return {
      metadata: { name: "a", ...(annotations === undefined ? {} : { annotations }) },
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { kind: "Deployment", name: "d" },
        ...(all.length === 0 ? {} : { metrics: all }),
        ...(behavior === undefined ? {} : { behavior }),
      },
      status: { currentReplicas: 1, desiredReplicas: 2, currentMetrics, conditions },
    };
  });

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("Conversion between autoscaling/v2 and v1", () => {
  test("treats null members as absent", () => {
    const given = { kind: "HorizontalPodAutoscaler", metadata: { name: "a" } };
    const v2 = {
      ...given,
      spec: { maxReplicas: 1, metrics: [null], behavior: null },
      status: null,
    } as unknown as ApiObject;
    expect(fromV2(v2)).toMatchObject({ metadata: { name: "a" }, spec: { maxReplicas: 1 } });
    const v1 = {
      ...given,
      spec: { maxReplicas: 1, targetCPUUtilizationPercentage: null },
      status: null,
    } as unknown as ApiObject;
    expect(toV2(v1)["spec"]).toEqual({ maxReplicas: 1 });
  });

  test("a round trip through v1 is lossless", () => {
    fc.assert(
      fc.property(autoscaler, (object) => {
        expect(plain(toV2(fromV2(object)))).toEqual(plain(object));
      }),
    );
  });

  test("CPU utilization has its own field, everything else becomes annotations of the server's domain", () => {
    const object: ApiObject = {
      metadata: { name: "a" },
      spec: {
        maxReplicas: 3,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
        ],
      },
      status: { desiredReplicas: 0, currentMetrics: null },
    };
    const v1 = fromV2(object, createVocabulary("orch"));
    expect(v1["spec"]).toEqual({ maxReplicas: 3, targetCPUUtilizationPercentage: 70 });
    expect(v1.metadata.annotations).toEqual({
      "autoscaling.alpha.orch.io/metrics":
        '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
    });
    expect(v1["status"]).toEqual({ currentReplicas: 0, desiredReplicas: 0 });
  });

  test("an annotation with invalid JSON is ignored", () => {
    const v2 = toV2({
      metadata: { name: "a", annotations: { "autoscaling.alpha.orch.io/metrics": "{", other: "1" } },
      spec: { maxReplicas: 1, targetCPUUtilizationPercentage: 50 },
    });
    expect(v2.metadata.annotations).toEqual({ other: "1" });
    expect(v2["spec"]).toMatchObject({ metrics: [{ resource: { name: "cpu" } }] });
  });
});

test("v1 annotations are removed from a v2 object, and nothing else", () => {
  const prefix = "autoscaling.alpha.kubernetes.io/";
  const annotations = { [`${prefix}metrics`]: "[]", [`${prefix}behavior`]: "{}", other: "x" };
  const object: ApiObject = { metadata: { name: "h", annotations } };
  dropParts(object);
  expect(object.metadata.annotations).toEqual({ other: "x" });
  expect(annotations).toHaveProperty([`${prefix}metrics`]);
  const bare: ApiObject = { metadata: { name: "h", annotations: { [`${prefix}conditions`]: "[]" } } };
  dropParts(bare);
  expect(bare.metadata).toEqual({ name: "h" });
});

test.each<[source: string, flat: object]>([
  ["object", { target: undefined, metricName: "", targetValue: "0" }],
  ["pods", { metricName: "", targetAverageValue: "0" }],
  ["resource", {}],
  ["containerResource", {}],
  ["external", { metricName: "" }],
])("a metric whose %s lacks its required parts is converted before its validation", (source, flat) => {
  const metric = { type: "Resource", [source]: source === "resource" ? { name: "cpu" } : {} } as unknown as MetricSpec;
  const written = fromV2({ metadata: { name: "a" }, spec: { metrics: [metric] } } as unknown as ApiObject);
  const [text = ""] = Object.values(written.metadata.annotations ?? {});
  const name = source === "resource" ? { name: "cpu" } : {};
  expect(JSON.parse(text)).toEqual([JSON.parse(JSON.stringify({ type: "Resource", [source]: { ...flat, ...name } }))]);
});

test("a status whose sources lack their required parts is converted before its validation", () => {
  const currentMetrics = ["object", "pods", "resource", "containerResource", "external"].map((source) => ({
    type: "Resource",
    [source]: source === "resource" ? { name: "cpu" } : {},
  }));
  const written = fromV2({ metadata: { name: "a" }, status: { currentMetrics } } as unknown as ApiObject);
  const [text = ""] = Object.values(written.metadata.annotations ?? {});
  expect(JSON.parse(text)).toEqual([
    { type: "Resource", object: { metricName: "", currentValue: "0" } },
    { type: "Resource", pods: { metricName: "", currentAverageValue: "0" } },
    { type: "Resource", resource: { name: "cpu", currentAverageValue: "0" } },
    { type: "Resource", containerResource: { currentAverageValue: "0" } },
    { type: "Resource", external: { metricName: "", currentValue: "0" } },
  ]);
});
