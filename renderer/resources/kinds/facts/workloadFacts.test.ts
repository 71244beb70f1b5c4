import { describe, expect, it } from "vitest";
import { parseLabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { replicasOf, selectorText, strategyOf } from "./workloadFacts.ts";

const metadata = { name: "a" };

describe("replicasOf", () => {
  it("supports deployments, daemon sets and jobs", () => {
    expect(replicasOf({ metadata, spec: { replicas: 3 }, status: { readyReplicas: 1, updatedReplicas: 2 } })).toEqual([
      { name: "ready", have: 1, desired: 3 },
      { name: "updated", have: 2, desired: 3 },
    ]);
    expect(replicasOf({ metadata, status: { desiredNumberScheduled: 2, numberReady: 2 } })[0]).toEqual({
      name: "ready",
      have: 2,
      desired: 2,
    });
    expect(replicasOf({ kind: "Job", metadata, spec: { completions: 4 }, status: { succeeded: 1 } })[0]).toEqual({
      name: "completed",
      have: 1,
      desired: 4,
    });
    expect(replicasOf({ metadata })).toEqual([]);
  });
});

it("formats the strategy in one line", () => {
  const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%" } };
  expect(strategyOf({ metadata, spec: { strategy } })).toBe("RollingUpdate, maxSurge 25%");
  expect(strategyOf({ metadata })).toBe("");
});

it("formats a selector that the server accepts", () => {
  const selector = {
    matchLabels: { app: "web" },
    matchExpressions: [
      { key: "tier", operator: "NotIn", values: ["a", "b"] },
      { key: "old", operator: "DoesNotExist" },
      { key: "new", operator: "Exists" },
    ],
  };
  const text = selectorText({ metadata, spec: { selector } });
  expect(text).toBe("app=web,tier notin (a,b),!old,new");
  expect(parseLabelSelector(text)).toHaveLength(4);
  expect(selectorText({ metadata, spec: { selector: { app: "x" } } })).toBe("app=x");
  expect(selectorText({ metadata })).toBe("");
});
