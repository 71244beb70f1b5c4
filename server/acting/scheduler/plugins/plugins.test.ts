import { describe, expect, it } from "vitest";
import { defaultProfile } from "../config/defaultConfig.ts";
import { testWorld } from "../testing/world.ts";

const only = (reason: string): string => `0/1 nodes are available: 1 ${reason}.`;

describe("NodeUnschedulable and TaintToleration", () => {
  it("filter unschedulable and tainted nodes unless tolerated", () => {
    const world = testWorld();
    world.addNode("n", { unschedulable: true });
    expect(world.decide("p")).toBe(only("node(s) were unschedulable"));
    const tolerations = [{ operator: "Exists" }];
    expect(world.decide("p", { spec: { tolerations } })).toBe("n");
    world.addNode("n", { taints: [{ key: "k", effect: "NoExecute" }] });
    expect(world.decide("p")).toBe(only("node(s) had untolerated taint {k: }"));
    expect(world.decide("p", { spec: { tolerations: [{ key: "k", operator: "Equal", value: "v" }] } })).toBe(
      only("node(s) had untolerated taint {k: }"),
    );
    world.addNode("n", { taints: [{ key: "k", effect: "PreferNoSchedule" }] });
    expect(world.decide("p")).toBe("n");
  });

  it("prefer nodes with fewer untolerated taints", () => {
    const world = testWorld();
    const taint = (key: string) => ({ key, effect: "PreferNoSchedule" });
    world.addNode("none");
    world.addNode("one", { taints: [taint("a")] });
    world.addNode("two", { taints: [taint("a"), taint("b")] });
    expect(world.scores("TaintToleration", "p")).toEqual({ none: 100, one: 50, two: 0 });
  });
});

describe("NodeAffinity", () => {
  const required = (key: string, operator: string, ...values: string[]) => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }],
        },
      },
    },
  });

  it.each([
    ["disk", "In", ["ssd"], true],
    ["disk", "NotIn", ["ssd"], false],
    ["disk", "Exists", [], true],
    ["disk", "DoesNotExist", [], false],
    ["cores", "Gt", ["7"], true],
    ["cores", "Lt", ["8"], false],
  ] as const)("%s %s %s: %s", (key, operator, values, fits) => {
    const world = testWorld();
    world.addNode("n", { labels: { disk: "ssd", cores: "8" } });
    const expected = fits ? "n" : only("node(s) didn't match Pod's node affinity/selector");
    expect(world.decide("p", { spec: required(key, operator, ...values) })).toBe(expected);
  });

  it("considers only nodes named by a match on metadata.name", () => {
    const world = testWorld();
    for (const name of ["a", "b", "c"]) world.addNode(name, { unschedulable: name === "b" });
    const named = (...values: string[]) => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values }] }],
          },
        },
      },
    });
    expect(world.decide("p", { spec: named("c") })).toBe("c");
    expect(world.decide("p", { spec: named("b") })).toBe(
      "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
    );
  });

  it("applies the profile's added affinity to all pods", () => {
    const profile = defaultProfile();
    const added = {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "pool", operator: "Exists" }] }],
      },
    };
    const world = testWorld({ ...profile, args: { ...profile.args, nodeAffinity: { added } } });
    world.addNode("n");
    expect(world.decide("p")).toBe(only("node(s) didn't match scheduler-enforced node affinity"));
  });

  it("scores nodes by the weights of matching terms", () => {
    const world = testWorld();
    world.addNode("both", { labels: { a: "1", b: "1" } });
    world.addNode("a", { labels: { a: "1" } });
    world.addNode("none");
    const term = (key: string, weight: number) => ({
      weight,
      preference: { matchExpressions: [{ key, operator: "Exists" }] },
    });
    const preferred = [term("a", 30), term("b", 90)];
    const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } };
    expect(world.scores("NodeAffinity", "p", { spec: { affinity } })).toEqual({ both: 100, a: 25, none: 0 });
  });
});

describe("NodeResourcesFit", () => {
  it("reports everything insufficient, including extended resources and the pod limit", () => {
    const world = testWorld();
    world.addNode("n", { allocatable: { cpu: "1", memory: "1Gi", pods: "1", "example.com/gpu": "1" } });
    world.place("old", "n", { requests: { cpu: "600m", "example.com/gpu": "1" } });
    const requests = { cpu: "500m", memory: "2Gi", "example.com/gpu": "1", "ephemeral-storage": "1" };
    expect(world.decide("p", { requests })).toBe(
      "0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient ephemeral-storage, 1 Insufficient example.com/gpu, 1 Insufficient memory, 1 Too many pods.",
    );
  });

  it("prefers the emptier node and assumes default requests for pods without any", () => {
    const world = testWorld();
    world.addNode("busy");
    world.addNode("empty");
    world.place("old", "busy");
    const scores = world.scores("NodeResourcesFit", "p");
    expect(scores["empty"]).toBeGreaterThan(scores["busy"] ?? 0);
    expect(world.scores("NodeResourcesFit", "p", { requests: { cpu: "2", memory: "4Gi" } })["empty"]).toBe(50);
  });

  it("supports the MostAllocated and RequestedToCapacityRatio strategies", () => {
    const profile = defaultProfile();
    const resources = [{ name: "cpu", weight: 1 }];
    const withStrategy = (type: "MostAllocated" | "RequestedToCapacityRatio") => {
      const shape = [
        { utilization: 0, score: 0 },
        { utilization: 100, score: 10 },
      ];
      const scoringStrategy = { type, resources, shape };
      const world = testWorld({ ...profile, args: { ...profile.args, fit: { ...profile.args.fit, scoringStrategy } } });
      world.addNode("n");
      return world.scores("NodeResourcesFit", "p", { requests: { cpu: "1" } })["n"];
    };
    expect([withStrategy("MostAllocated"), withStrategy("RequestedToCapacityRatio")]).toEqual([25, 25]);
  });

  it("balances resources", () => {
    const world = testWorld();
    world.addNode("n");
    const score = (cpu: string, memory: string) =>
      world.scores("NodeResourcesBalancedAllocation", "p", { requests: { cpu, memory } })["n"];
    expect([score("2", "4Gi"), score("4", "0"), score("280m", "6Gi")]).toEqual([100, 50, 66]);
  });
});

describe("NodePorts and ImageLocality", () => {
  it("rejects a second pod with the same host port on a node", () => {
    const world = testWorld();
    world.addNode("n");
    const ports = (hostPort: number, hostIP?: string) => ({
      spec: { containers: [{ name: "c", ports: [{ containerPort: 80, hostPort, ...(hostIP ? { hostIP } : {}) }] }] },
    });
    world.place("old", "n", ports(80, "10.0.0.1"));
    const taken = only("node(s) didn't have free ports for the requested pod ports");
    expect(world.decide("p", ports(80))).toBe(taken);
    expect(world.decide("p", ports(80, "10.0.0.1"))).toBe(taken);
    expect([world.decide("p", ports(80, "10.0.0.2")), world.decide("p", ports(81))]).toEqual(["n", "n"]);
  });

  it("prefer nodes that have the image", () => {
    const world = testWorld();
    world.addNode("has", { images: [{ names: ["app:1"], sizeBytes: 1000 * 1024 * 1024 }] });
    world.addNode("has-not");
    expect(world.scores("ImageLocality", "p")).toEqual({ has: 48, "has-not": 0 });
  });
});
