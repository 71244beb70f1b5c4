import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { texts } from "../testing/objects.ts";
import { behaviorErrors } from "./behaviorValidation.ts";
import { validateMetric } from "./metricValidation.ts";

const errors = (metric: object): string[] => texts(validateMetric(metric as never, "m"));
const half = { type: "Utilization", averageUtilization: 50 };
const one = { type: "AverageValue", averageValue: "1" };
const TYPES = '"ContainerResource", "External", "Object", "Pods", "Resource"';

describe("Metric", () => {
  it.each<[object]>([
    [{ type: "Resource", resource: { name: "cpu", target: half } }],
    [{ type: "ContainerResource", containerResource: { name: "memory", container: "app", target: one } }],
    [{ type: "Pods", pods: { metric: { name: "rps" }, target: one } }],
    [{ type: "External", external: { metric: { name: "queue" }, target: { type: "Value", value: "30" } } }],
    [
      {
        type: "Object",
        object: { describedObject: { kind: "Service", name: "s" }, metric: { name: "rps" }, target: one },
      },
    ],
  ])("%j is valid", (metric) => {
    expect(errors(metric)).toEqual([]);
  });

  it.each<[object, string[]]>([
    [
      {},
      [
        "m.type: Required value: must specify a metric source type",
        `m.type: Unsupported value: "": supported values: ${TYPES}`,
        `m.type: Unsupported value: "": supported values: ${TYPES}`,
      ],
    ],
    [
      { type: "Stars", pods: { metric: { name: "x" }, target: one } },
      [
        `m.type: Unsupported value: "Stars": supported values: ${TYPES}`,
        `m.type: Unsupported value: "Stars": supported values: ${TYPES}`,
      ],
    ],
    [{ type: "Pods" }, ["m.pods: Required value: must populate information for the given metric source"]],
    [
      { type: "Resource", resource: { name: "cpu", target: half }, pods: { metric: { name: "" }, target: one } },
      [
        "m.pods.metric.name: Required value: must specify a metric name",
        "m.pods: Forbidden: must populate the given metric source only",
      ],
    ],
    [
      { type: "Resource", resource: { target: { ...half, averageValue: "1" } } },
      [
        "m.resource.name: Required value: must specify a resource name",
        "m.resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization",
      ],
    ],
    [
      { type: "ContainerResource", containerResource: { target: { type: "Utilization" } } },
      [
        "m.containerResource.name: Required value: must specify a resource name",
        "m.containerResource.container: Required value: must specify a container",
        "m.containerResource.target.averageUtilization: Required value: must set either a target raw value or a target utilization",
      ],
    ],
    [
      {
        type: "External",
        external: { metric: { name: "q" }, target: { type: "Value", value: "1", averageValue: "1" } },
      },
      ["m.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target"],
    ],
    [
      { type: "Pods", pods: { metric: { name: "a/b" }, target: { type: "" } } },
      [
        "m.pods.metric.name: Invalid value: \"a/b\": may not contain '/'",
        "m.pods.target.type: Required value: must specify a metric target type",
        'm.pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        "m.pods.target.averageValue: Required value: must specify a positive target averageValue",
      ],
    ],
    [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 0 } } },
      ["m.resource.target.averageUtilization: Invalid value: 0: must be greater than 0"],
    ],
    [
      { type: "Object", object: { metric: { name: "x" }, target: { type: "Value" } } },
      [
        "m.object.describedObject.kind: Required value",
        "m.object.describedObject.name: Required value",
        "m.object.target.averageValue: Required value: must set either a target value or averageValue",
      ],
    ],
  ])("%j", (metric, expected) => {
    expect(errors(metric)).toEqual(expected);
  });

  it("prints an invalid quantity as a Go struct", () => {
    expect(errors({ type: "Pods", pods: { metric: { name: "x" }, target: { ...one, averageValue: "0" } } })).toEqual([
      'm.pods.target.averageValue: Invalid value: resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"0", Format:"DecimalSI"}: must be positive',
    ]);
  });
});

describe("Scaling behavior", () => {
  const scaleUp = (rules: object): string[] => texts(atOnce(behaviorErrors({ scaleUp: rules } as never, "b")));
  const policy = { type: "Pods", value: 1, periodSeconds: 60 };

  it.each<[object, string[]]>([
    [{ policies: [policy] }, []],
    [{}, ["b.scaleUp.policies: Required value: must specify at least one Policy"]],
    [
      { policies: [policy], stabilizationWindowSeconds: -1 },
      ["b.scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero"],
    ],
    [
      { policies: [policy], stabilizationWindowSeconds: 3601 },
      ["b.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600"],
    ],
    [
      { policies: [policy], selectPolicy: "Most" },
      ['b.scaleUp.selectPolicy: Unsupported value: "Most": supported values: "Disabled", "Max", "Min"'],
    ],
    [
      { policies: [{ type: "Cups", value: 0, periodSeconds: 1801 }] },
      [
        'b.scaleUp.policies[0].type: Unsupported value: "Cups": supported values: "Percent", "Pods"',
        "b.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero",
        "b.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
      ],
    ],
  ])("%j", (rules, expected) => {
    expect(scaleUp(rules)).toEqual(expected);
  });
});
