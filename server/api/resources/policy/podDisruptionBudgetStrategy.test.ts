import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { podDisruptionBudgetStatusStrategy, podDisruptionBudgetStrategy } from "./podDisruptionBudgetStrategy.ts";

const context = testContext();
const budget = (spec: object, status: object = {}): ApiObject => ({ metadata: { name: "b" }, spec, status });
const created = (spec: object): string[] => texts(strategyErrors(podDisruptionBudgetStrategy, context, budget(spec)));

describe("PodDisruptionBudget", () => {
  it.each<[object, string[]]>([
    [{ minAvailable: 0, selector: {} }, []],
    [{ maxUnavailable: "30%", unhealthyPodEvictionPolicy: "AlwaysAllow" }, []],
    [{ minAvailable: -1 }, ["spec.minAvailable: Invalid value: -1: must be greater than or equal to 0"]],
    [
      { maxUnavailable: "101%" },
      [
        'spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      { unhealthyPodEvictionPolicy: "Never" },
      [
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
    [
      { selector: { matchExpressions: [{ key: "a", operator: "Like" }] } },
      ['spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator'],
    ],
  ])("%j", (spec, expected) => {
    expect(created(spec)).toEqual(expected);
  });

  it("tolerates an existing invalid selector", () => {
    const old = budget({ selector: { matchExpressions: [{ key: "a", operator: "In", values: ["no value"] }] } });
    expect(strategyErrors(podDisruptionBudgetStrategy, context, old, old)).toEqual([]);
    expect(strategyErrors(podDisruptionBudgetStrategy, context, old, budget({}))).toHaveLength(1);
  });
});

it("validates status conditions and counts", () => {
  const status = { conditions: [{ type: "Ready", status: "True", reason: "R" }], currentHealthy: -1 };
  const errors = strategyErrors(podDisruptionBudgetStatusStrategy, context, budget({}, status), budget({}));
  expect(texts(errors ?? [])).toEqual([
    "status.conditions[0].lastTransitionTime: Required value: must be set",
    "status.currentHealthy: Invalid value: -1: must be greater than or equal to 0",
  ]);
});
