import { describe, expect, it } from "vitest";
import { testWorld } from "../../testing/world.ts";

const ZONE = "topology.kubernetes.io/zone";
const term = (app: string, more: Record<string, unknown> = {}) => ({
  topologyKey: ZONE,
  labelSelector: { matchLabels: { app } },
  ...more,
});
const beside = (...terms: ReturnType<typeof term>[]) => ({
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const apart = (...terms: ReturnType<typeof term>[]) => ({
  affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});

function zones() {
  const world = testWorld();
  for (const name of ["a1", "a2", "b1"]) world.addNode(name, { labels: { [ZONE]: name.slice(0, 1) } });
  return world;
}

describe("InterPodAffinity", () => {
  it("places pods in the zone of the pods they select", () => {
    const world = zones();
    world.place("db", "b1", { labels: { app: "db" } });
    expect(world.decide("p", { spec: beside(term("db")) })).toBe("b1");
    expect(world.decide("p", { spec: beside(term("cache")) })).toBe(
      "0/3 nodes are available: 3 node(s) didn't match pod affinity rules.",
    );
  });

  it("allows the first pod of a self-selecting group on any node", () => {
    const world = zones();
    world.place("other", "a1", { labels: { app: "other" } });
    expect(world.decide("p", { labels: { app: "s" }, spec: beside(term("s")) })).not.toMatch(/^0/);
  });

  it("separates pods from those they exclude and from those that exclude them", () => {
    const world = zones();
    world.place("db", "a1", { labels: { app: "db" } });
    expect(world.decide("p", { spec: apart(term("db")) })).toBe("b1");
    world.place("loner", "b1", { labels: { app: "loner" }, spec: apart(term("p")) });
    expect(world.decide("p", { labels: { app: "p" }, spec: apart(term("db")) })).toBe(
      "0/3 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules, 2 node(s) didn't match pod anti-affinity rules.",
    );
    world.cache.deletePod("ns/loner");
    expect(world.decide("p", { labels: { app: "p" }, spec: apart(term("db")) })).toBe("b1");
  });

  it("matches other namespaces by name and by label", () => {
    const world = zones();
    world.add({ group: "", resource: "namespaces" }, { metadata: { name: "team", labels: { team: "x" } } });
    world.place("db", "b1", { namespace: "team", labels: { app: "db" } });
    expect(world.decide("p", { spec: beside(term("db")) })).toMatch(/^0/);
    expect(world.decide("p", { spec: beside(term("db", { namespaces: ["team"] })) })).toBe("b1");
    const byLabel = { namespaceSelector: { matchLabels: { team: "x" } } };
    expect(world.decide("p", { spec: beside(term("db", byLabel)) })).toBe("b1");
  });

  it("scores preferences in both directions", () => {
    const world = zones();
    const preferred = (app: string, weight: number) => [{ weight, podAffinityTerm: term(app) }];
    world.place("db", "b1", { labels: { app: "db" } });
    const together = { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred("db", 5) } };
    expect(world.scores("InterPodAffinity", "p", { spec: { affinity: together } })).toEqual({ a1: 0, a2: 0, b1: 100 });
    const asunder = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred("p", 5) } };
    world.place("shy", "a1", { spec: { affinity: asunder } });
    expect(world.scores("InterPodAffinity", "p", { labels: { app: "p" } })).toEqual({ a1: 0, a2: 0, b1: 100 });
    world.place("fan", "a1", { spec: beside(term("q")) });
    expect(world.scores("InterPodAffinity", "q", { labels: { app: "q" } })).toEqual({ a1: 100, a2: 100, b1: 0 });
  });

  it("truncates the normalized score like the reference", () => {
    const world = zones();
    for (const [app, weight] of [
      ["a", 29],
      ["b", 50],
    ] as const) {
      const podAffinityTerm = { ...term(app), topologyKey: "kubernetes.io/hostname" };
      const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }] };
      world.place(app, app === "a" ? "a1" : "b1", { spec: { affinity: { podAffinity: preferred } } });
    }
    // In floating point, 29/50 of 100 is slightly less than 58.
    const pod = { labels: { app: "a" } };
    expect(world.scores("InterPodAffinity", "p", pod)["a1"]).toBe(100);
    const both = { matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }] };
    const own = ["a1", "b1"].map((node, i) => ({
      weight: [29, 50][i] ?? 0,
      podAffinityTerm: { topologyKey: `only-${node}`, labelSelector: both },
    }));
    world.addNode("c", { labels: { "only-a1": "x" } });
    world.addNode("d", { labels: { "only-b1": "x" } });
    world.place("on-c", "c", { labels: { app: "a" } });
    world.place("on-d", "d", { labels: { app: "b" } });
    const affinity = { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: own } };
    expect(world.scores("InterPodAffinity", "p", { spec: { affinity } })).toMatchObject({ c: 57, d: 100, a2: 0 });
  });
});
