import type { Node } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { podInfo } from "../model/podInfo.ts";
import type { ClusterEvent } from "../queue/clusterEvents.ts";
import { type PodOptions, testNode, testPod, testWorld } from "../testing/world.ts";
import { hintsOf } from "./profile.ts";

const { helps } = hintsOf(testWorld().profile);
const node = (options?: Parameters<typeof testNode>[1]): Node => testNode("n", options) as Node;
const helped = (plugin: string, event: ClusterEvent, options?: PodOptions): boolean =>
  helps({ pod: podInfo(testPod("waiting", options)), rejectedBy: new Set([plugin]) }, event);

describe("Queueing hints", () => {
  it("requeue pods for nodes with enough resources", () => {
    const more = (cpu: string): ClusterEvent => ({
      kind: "NodeAllocatable",
      node: node({ allocatable: { cpu, memory: "1Gi", pods: "10" } }),
      oldNode: node({ allocatable: { cpu: "1", memory: "1Gi", pods: "10" } }),
    });
    const wants = { requests: { cpu: "2" } };
    expect(["1", "1500m", "2"].map((cpu) => helped("NodeResourcesFit", more(cpu), wants))).toEqual([
      false,
      false,
      true,
    ]);
    expect(helped("NodeResourcesFit", { kind: "NodeAdd", node: node() }, wants)).toBe(true);
    expect(helped("NodeResourcesFit", { kind: "NodeLabel", node: node() }, wants)).toBe(false);
    expect(helped("NodeAffinity", { kind: "NodeAllocatable", node: node() }, wants)).toBe(false);
  });

  it("requeue pods for labels and taints that make a node fit", () => {
    const selective = { spec: { nodeSelector: { disk: "ssd" } } };
    const [plain, fast] = [node(), node({ labels: { disk: "ssd" } })];
    expect(helped("NodeAffinity", { kind: "NodeLabel", node: fast, oldNode: plain }, selective)).toBe(true);
    expect(helped("NodeAffinity", { kind: "NodeLabel", node: fast, oldNode: fast }, selective)).toBe(false);
    const tainted = node({ taints: [{ key: "k", effect: "NoSchedule" }] });
    expect(helped("TaintToleration", { kind: "NodeTaint", node: plain, oldNode: tainted })).toBe(true);
    expect(helped("TaintToleration", { kind: "NodeTaint", node: tainted, oldNode: plain })).toBe(false);
    expect(
      helped("NodeUnschedulable", { kind: "NodeTaint", node: plain, oldNode: node({ unschedulable: true }) }),
    ).toBe(true);
  });

  it("requeue pods with spread constraints when a domain that blocked them disappears", () => {
    const rule = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
    const spreading = {
      spec: { topologySpreadConstraints: [{ ...rule, labelSelector: { matchLabels: { a: "b" } } }] },
    };
    const gone = (labels: Record<string, string>): ClusterEvent => ({ kind: "NodeDelete", node: node({ labels }) });
    expect(helped("PodTopologySpread", gone({ zone: "c" }), spreading)).toBe(true);
    expect(helped("PodTopologySpread", gone({}), spreading)).toBe(false);
    expect(helped("NodeAffinity", gone({ zone: "c" }), spreading)).toBe(false);
  });

  it("requeue pods with affinity or anti-affinity when matching pods are added or deleted", () => {
    const term = { topologyKey: "zone", labelSelector: { matchLabels: { app: "db" } } };
    const terms = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
    const other = (app: string) => podInfo(testPod("other", { labels: { app } }), "n");
    const beside = { spec: { affinity: { podAffinity: terms } } };
    const apart = { spec: { affinity: { podAntiAffinity: terms } } };
    expect(helped("InterPodAffinity", { kind: "PodAdd", pod: other("db") }, beside)).toBe(true);
    expect(helped("InterPodAffinity", { kind: "PodAdd", pod: other("x") }, beside)).toBe(false);
    expect(helped("InterPodAffinity", { kind: "PodDelete", pod: other("db") }, apart)).toBe(true);
    expect(helped("InterPodAffinity", { kind: "PodDelete", pod: other("x") }, apart)).toBe(false);
  });
});
