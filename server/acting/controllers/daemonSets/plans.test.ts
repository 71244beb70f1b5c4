import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { daemonTolerations } from "./daemonPod.ts";
import { HASH_LABEL } from "./kinds.ts";
import { byPlaceAndAge, type NodePods, type PlanTools, planNode } from "./nodePods.ts";
import { planRoll } from "./rollingUpdate.ts";

const MARK = { hash: "new", generation: undefined };
const NOW = Date.parse("2026-01-02T00:00:00Z");
const HERE = { starts: true, stays: true };
const NOT_HERE = { starts: false, stays: true };

const podOf = (name: string, hash: string, isReady: boolean, more: object = {}): ApiObject =>
  ({
    metadata: { name, labels: { [HASH_LABEL]: hash }, creationTimestamp: "2026-01-01T00:00:00Z", ...more },
    spec: { nodeName: "n" },
    status: { phase: "Running", conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] },
  }) as unknown as ApiObject;

const on = (name: string, fit: NodePods["fit"], ...pods: ApiObject[]): NodePods => ({ name, fit, pods });
const names = (pods: readonly ApiObject[]): (string | undefined)[] => pods.map(({ metadata }) => metadata.name);
const roll = (nodes: readonly NodePods[], maxUnavailable: number, maxSurge: number) => {
  const { create, remove } = planRoll(
    nodes,
    { maxUnavailable, maxSurge },
    { mark: MARK, minReadySeconds: 0, now: NOW },
  );
  return { create, remove: names(remove) };
};

describe("DaemonSet rolling update", () => {
  it("counts an eligible node without a pod as unavailable", () => {
    const old = on("b", HERE, podOf("old", "old", true));
    expect(roll([on("a", HERE), old], 1, 0)).toEqual({ create: [], remove: [] });
    expect(roll([on("a", NOT_HERE), old], 1, 0)).toEqual({ create: [], remove: ["old"] });
  });

  it("creates no surge pod on an ineligible node and deletes the old pod once enough pods are available", () => {
    const gone = on("a", NOT_HERE, podOf("old-a", "old", true));
    const broken = on("c", NOT_HERE, podOf("old-c", "old", false));
    expect(roll([gone, broken, on("b", HERE)], 0, 1)).toEqual({ create: [], remove: ["old-c"] });
    expect(roll([gone, on("b", HERE, podOf("new-b", "new", true))], 0, 1)).toEqual({ create: [], remove: ["old-a"] });
  });
});

describe("Pods of one node", () => {
  const tools = { mark: MARK, minReadySeconds: 0, now: NOW, surges: true } as PlanTools;

  it("get a replacement beside a terminating pod if the daemon set may surge", () => {
    const leaving = podOf("old", "old", true, { deletionTimestamp: "2026-01-01T00:00:00Z" });
    expect(planNode(on("a", HERE, leaving), tools)).toEqual({ create: ["a"], remove: [] });
    expect(planNode(on("a", HERE, leaving), { ...tools, surges: false })).toEqual({ create: [], remove: [] });
  });

  it("are ordered by scheduled state, then by age", () => {
    const waiting = { ...podOf("waiting", "new", false, { creationTimestamp: "2025-01-01T00:00:00Z" }), spec: {} };
    const older = podOf("older", "new", true, { creationTimestamp: "2025-06-01T00:00:00Z" });
    const sorted = [waiting, podOf("young", "new", true), older].sort(byPlaceAndAge);
    expect(names(sorted)).toEqual(["older", "young", "waiting"]);
  });
});

it("keeps the order of a template's tolerations", () => {
  const unschedulable = { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" };
  const own = { key: "mine", operator: "Exists" };
  const all = daemonTolerations({ containers: [], tolerations: [unschedulable, own] }, createVocabulary());
  expect(all.slice(0, 2)).toEqual([unschedulable, own]);
  expect(all.filter(({ key }) => key === unschedulable.key)).toHaveLength(1);
});
