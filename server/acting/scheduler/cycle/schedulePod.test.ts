import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { testWorld } from "../testing/world.ts";
import { nodesToFind } from "./sampling.ts";
import { chooseNode } from "./scoreNodes.ts";

describe("Scheduling pods in sequence", () => {
  const cpu = fc.integer({ min: 0, max: 4 }).map((cores) => String(cores));
  const nodes = fc.array(cpu, { minLength: 1, maxLength: 6 });
  const pods = fc.array(cpu, { maxLength: 25 });
  const dice = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 7 });

  it("never overcommits a node and schedules every pod that fits somewhere", () => {
    fc.assert(
      fc.property(nodes, pods, dice, (sizes, wanted, thrown) => {
        let throws = 0;
        const world = testWorld(undefined, () => thrown[throws++ % thrown.length] ?? 0);
        for (const [i, size] of sizes.entries()) {
          world.addNode(`n${i}`, { allocatable: { cpu: size, memory: "1Gi", pods: "4" } });
        }
        wanted.forEach((amount, i) => {
          const options = { requests: { cpu: amount } };
          const fits = world.cache.nodes.some(
            ({ allocatable, requested, allowedPods, pods }) =>
              pods.size < allowedPods && allocatable.cpu - requested.cpu >= amountIn(amount, true),
          );
          const decision = world.decide(`p${i}`, options);
          expect(!decision.startsWith("0/")).toBe(fits);
          if (fits) world.place(`p${i}`, decision, options);
        });
        for (const { allocatable, requested, allowedPods, pods } of world.cache.nodes) {
          expect(requested.cpu).toBeLessThanOrEqual(allocatable.cpu);
          expect(pods.size).toBeLessThanOrEqual(allowedPods);
        }
      }),
    );
  });

  it("removes all traces of deleted pods from sums, counts and terms", () => {
    const app = fc.constantFrom("a", "b");
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 5 }), app), { maxLength: 40 });
    fc.assert(
      fc.property(steps, (all) => {
        const world = testWorld();
        world.addNode("n0");
        world.addNode("n1");
        const term = { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { app: "a" } } };
        const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
        const options = (label: string) => ({ labels: { app: label }, requests: { cpu: "1m" }, spec: { affinity } });
        for (const [isComing, i, label] of all) {
          // A count, once read, is kept up to date from then on.
          world.decide("asks", options("a"));
          if (isComing) world.place(`p${i}`, `n${i % 2}`, options(label));
          else world.cache.deletePod(`ns/p${i}`);
        }
        const anew = testWorld();
        anew.addNode("n0");
        anew.addNode("n1");
        for (const node of world.cache.nodes) {
          for (const pod of node.pods.values()) anew.place(pod.name, node.name, options(pod.labels["app"] ?? ""));
        }
        for (const label of ["a", "b"]) {
          expect(world.decide("p", options(label)).startsWith("0/")).toBe(
            anew.decide("p", options(label)).startsWith("0/"),
          );
        }
        for (const { name, requested, pods } of world.cache.nodes) {
          expect([requested.cpu, anew.cache.node(name)?.requested.cpu]).toEqual([pods.size, pods.size]);
        }
      }),
    );
  });
});

describe("Node sampling", () => {
  it.each([
    [50, 0, 50],
    [100, 0, 100],
    [1000, 0, 420],
    [5000, 0, 500],
    [6000, 0, 300],
    [1000, 70, 700],
    [1000, 100, 1000],
  ])("with %i nodes and %i percent: %i", (nodes, percentage, expected) => {
    expect(nodesToFind(nodes, percentage)).toBe(expected);
  });

  it("starts at other nodes in the next cycle", () => {
    const world = testWorld();
    for (let i = 0; i < 300; i++) world.addNode(`n${i}`);
    const seen = new Set(Array.from({ length: 6 }, (_, i) => world.decide(`p${i}`)));
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe("chooseNode", () => {
  it("selects uniformly among the best nodes", () => {
    const world = testWorld();
    for (const name of ["a", "b", "c"]) world.addNode(name);
    const counts: Record<string, number> = {};
    for (let i = 0; i < 6; i++) {
      const draws = [[0.1, 0.6, 0.9][i % 3] ?? 0, [0.2, 0.8][i % 2] ?? 0];
      let at = 0;
      const { name } = chooseNode(world.cache.nodes, [5, 5, 1], () => draws[at++] ?? 0);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(["a", "b"]);
  });
});
