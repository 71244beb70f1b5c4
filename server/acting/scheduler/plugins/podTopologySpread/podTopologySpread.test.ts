import { describe, expect, it } from "vitest";
import { defaultProfile } from "../../config/defaultConfig.ts";
import { testWorld } from "../../testing/world.ts";

const ZONE = "topology.kubernetes.io/zone";
const APP = { app: "web" };
const spread = (more: Record<string, unknown> = {}) => ({
  labels: APP,
  spec: {
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: ZONE,
        whenUnsatisfiable: "DoNotSchedule",
        labelSelector: { matchLabels: APP },
        ...more,
      },
    ],
  },
});

function zones(...names: string[]) {
  const world = testWorld();
  for (const name of names) world.addNode(name, { labels: { [ZONE]: name.slice(0, 1) } });
  return world;
}

describe("PodTopologySpread", () => {
  it("fills the emptier zone and reports when no node satisfies the constraint", () => {
    const world = zones("a1", "b1");
    world.place("w1", "a1", { labels: APP });
    expect(world.decide("p", spread())).toBe("b1");
    world.addNode("b1", { labels: { [ZONE]: "b" }, unschedulable: true });
    expect(world.decide("p", spread())).toBe(
      "0/2 nodes are available: 1 node(s) didn't match pod topology spread constraints, 1 node(s) were unschedulable.",
    );
    expect(world.decide("p", spread({ maxSkew: 2 }))).toBe("a1");
  });

  it("matches no pods with an empty selector", () => {
    const world = zones("a1", "b1");
    world.addNode("b1", { labels: { [ZONE]: "b" }, unschedulable: true });
    for (const name of ["w1", "w2"]) world.place(name, "a1", { labels: APP });
    expect(world.decide("p", spread())).toMatch(/^0/);
    expect(world.decide("p", spread({ labelSelector: {} }))).toBe("a1");
  });

  it("excludes tainted nodes if nodeTaintsPolicy is Honor", () => {
    const world = zones("a1", "b1");
    world.place("w1", "a1", { labels: APP });
    world.addNode("b1", { labels: { [ZONE]: "b" }, taints: [{ key: "k", effect: "NoSchedule" }] });
    expect(world.decide("p", spread())).toMatch(/^0/);
    expect(world.decide("p", spread({ nodeTaintsPolicy: "Honor" }))).toBe("a1");
  });

  it("requires minDomains zones", () => {
    const world = zones("a1", "b1");
    world.place("w1", "a1", { labels: APP });
    world.place("w2", "b1", { labels: APP });
    expect(world.decide("p", spread())).not.toMatch(/^0/);
    expect(world.decide("p", spread({ minDomains: 3 }))).toBe(
      "0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints.",
    );
  });

  it("separates a workload's revisions by matchLabelKeys", () => {
    const world = zones("a1", "b1");
    world.place("old1", "b1", { labels: { ...APP, revision: "1" } });
    world.place("new1", "a1", { labels: { ...APP, revision: "2" } });
    const wanted = spread({ matchLabelKeys: ["revision"] });
    expect(world.decide("p", { ...wanted, labels: { ...APP, revision: "2" } })).toBe("b1");
  });

  it("rejects nodes without the topology label", () => {
    const world = testWorld();
    world.addNode("n");
    expect(world.decide("p", spread())).toBe(
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints (missing required label).",
    );
  });

  it("prefers domains with fewer pods, by default among pods of the same service", () => {
    const world = zones("a1", "a2", "b1");
    world.place("w1", "a1", { labels: APP });
    world.place("w2", "a2", { labels: APP });
    const soft = world.scores("PodTopologySpread", "p", spread({ whenUnsatisfiable: "ScheduleAnyway" }));
    expect(soft["b1"]).toBe(100);
    expect(soft["a1"]).toBeLessThan(100);
    expect(world.scores("PodTopologySpread", "p", { labels: APP })).toEqual({ a1: 0, a2: 0, b1: 0 });
    world.add(
      { group: "", resource: "services" },
      { metadata: { name: "web", namespace: "ns" }, spec: { selector: APP } },
    );
    const byDefault = world.scores("PodTopologySpread", "p", { labels: APP });
    expect(byDefault["b1"]).toBe(100);
    expect(byDefault["a1"]).toBeLessThan(100);
  });

  it("counts nodes without a zone as their own domain unless the profile's defaults exclude them", () => {
    const service = { metadata: { name: "web", namespace: "ns" }, spec: { selector: APP } };
    const named = (config = defaultProfile()) => {
      const world = testWorld(config);
      world.add({ group: "", resource: "services" }, service);
      for (const [name, zone] of [
        ["a", "a"],
        ["b", "b"],
        ["c", ""],
      ] as const) {
        world.addNode(name, { labels: zone === "" ? {} : { [ZONE]: zone } });
        world.place(`w-${name}`, name, { labels: APP });
      }
      for (const name of ["w2", "w3", "w4"]) world.place(name, "a", { labels: APP });
      return world.scores("PodTopologySpread", "p", { labels: APP });
    };
    // There are three domains of each kind, so that a pod in a zone counts as much as a pod on a node.
    expect(named()).toEqual({ a: 21, b: 73, c: 100 });
    const profile = defaultProfile();
    const defaultConstraints = [{ maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: "ScheduleAnyway" }];
    const podTopologySpread = { defaultingType: "List" as const, defaultConstraints };
    expect(named({ ...profile, args: { ...profile.args, podTopologySpread } })["c"]).toBe(0);
  });
});
