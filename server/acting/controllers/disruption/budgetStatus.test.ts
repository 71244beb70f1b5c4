import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { DELETION_TIMEOUT, demandOf, disruptedOf, failedStatus, healthyCount, nextStatus } from "./budgetStatus.ts";
import { SelectedPods } from "./selectedPods.ts";
import { untilStale } from "./staleConditions.ts";

const NOW = Date.parse("2026-01-01T00:10:00Z");
const at = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(".000", "");

const budget = (spec: Record<string, unknown>, status = {}): ApiObject => ({
  metadata: { name: "b", namespace: "shop", generation: 3 },
  spec,
  status,
});

const pod = (name: string, ready: boolean, metadata = {}): ApiObject => ({
  metadata: { name, namespace: "shop", ...metadata },
  status: { conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
});

describe("Desired healthy pods of a disruption budget", () => {
  it.each([
    [{ minAvailable: 2 }, { expected: 4, desired: 2 }],
    [{ minAvailable: "50%" }, { expected: 5, desired: 3 }],
    [{ maxUnavailable: 1 }, { expected: 5, desired: 4 }],
    [{ maxUnavailable: "34%" }, { expected: 5, desired: 3 }],
    [{ maxUnavailable: 9 }, { expected: 5, desired: 0 }],
    [{}, { expected: 0, desired: 0 }],
  ])("%j", (spec, demand) => {
    expect(demandOf(budget(spec), 4, 5)).toEqual(demand);
  });
});

describe("Allowed evictions", () => {
  const before = { disruptedPods: { a: at(NOW - 1000), b: at(NOW - DELETION_TIMEOUT - 1000), c: at(NOW), d: at(NOW) } };
  const pods = [
    pod("a", true),
    pod("b", true),
    pod("c", true, { deletionTimestamp: at(NOW) }),
    pod("e", true),
    pod("f", false),
  ];
  const selected = new SelectedPods(pods);
  const disrupted = disruptedOf(budget({}, before), selected, NOW);

  it("are remembered until the pod is deleted or its deletion is overdue", () => {
    expect(disrupted).toEqual({ pods: { a: at(NOW - 1000) }, overdue: [pods[1]], recheck: DELETION_TIMEOUT - 1000 });
  });

  it("exclude their pods from the healthy count", () => {
    expect(healthyCount(selected, disrupted)).toBe(2);
  });
});

describe("Disruption budget status", () => {
  const none = { pods: {}, overdue: [] };

  it("allows as many disruptions as there are healthy pods above the desired number", () => {
    expect(nextStatus(budget({}), { expected: 3, desired: 2 }, 3, none, NOW)).toEqual({
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
      observedGeneration: 3,
      conditions: [
        {
          type: "DisruptionAllowed",
          status: "True",
          reason: "SufficientPods",
          message: "",
          observedGeneration: 3,
          lastTransitionTime: at(NOW),
        },
      ],
    });
  });

  it("allows no disruptions when no pods are expected", () => {
    const status = nextStatus(budget({}), { expected: 0, desired: 0 }, 0, none, NOW);
    expect([status.disruptionsAllowed, status.conditions?.[0]?.reason]).toEqual([0, "InsufficientPods"]);
  });

  it("keeps the transition time of an unchanged condition and reports the sync error", () => {
    const first = nextStatus(budget({}), { expected: 3, desired: 2 }, 2, none, NOW);
    const failed = failedStatus(budget({}, first), "no scale", NOW + 5000);
    expect(failed.conditions).toMatchObject([
      { reason: "SyncFailed", message: "no scale", lastTransitionTime: at(NOW) },
    ]);
  });
});

describe("DisruptionTarget condition", () => {
  const target = (condition: Record<string, unknown>, rest = {}) =>
    untilStale(
      { metadata: {}, status: { conditions: [{ type: "DisruptionTarget", status: "True", ...condition }], ...rest } },
      NOW,
    );

  it("becomes stale after two minutes unless set by the kubelet or the pod is terminated", () => {
    expect(target({ lastTransitionTime: at(NOW - 60_000) })).toBe(60_000);
    expect(target({ lastTransitionTime: at(NOW - 160_000) })).toBe(0);
    expect(target({})).toBe(0);
    expect(target({ status: "False" })).toBeUndefined();
    expect(target({ reason: "TerminationByKubelet" })).toBeUndefined();
    expect(target({}, { phase: "Failed" })).toBeUndefined();
  });
});
