import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Informer } from "../../informers/informers.ts";
import { memoryClient } from "../../testing/memoryClient.ts";
import { PodScheduler } from "../cycle/schedulePod.ts";
import { type PodInfo, podInfo } from "../model/podInfo.ts";
import { type PodOptions, type TestWorld, testPod, testWorld } from "../testing/world.ts";
import { leastHarmful } from "./candidate.ts";
import { Preemption } from "./preemption.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const NOW = Date.parse("2026-01-02T00:00:00Z");

/** An informer over the given objects. */
const inMemory = (objects: readonly ApiObject[]): Pick<Informer, "each"> => ({
  async each(take) {
    for (const object of objects) take(object as never);
  },
});

async function preempt(world: TestWorld, options: PodOptions, budgets: readonly ApiObject[] = []) {
  const client = memoryClient();
  const errors: unknown[] = [];
  for (const { pods } of world.cache.nodes) {
    for (const { object } of pods.values()) await client.create({ ...PODS, namespace: "ns" }, object);
  }
  const preemption = new Preemption({
    client,
    cache: world.cache,
    nominator: world.nominator,
    recorders: new Map(),
    budgets: inMemory(budgets),
    now: () => NOW,
    random: () => 0,
    onError: (error) => errors.push(error),
  });
  const pod = podInfo(testPod("vip", options));
  const scheduler = new PodScheduler({ cache: world.cache, nominator: world.nominator, random: () => 0 });
  const { diagnosis, ...more } = scheduler.schedule(world.profile, pod);
  if (diagnosis === undefined) throw new Error("it fits");
  const filters = "filters" in more ? more.filters : undefined;
  const outcome = await preemption.makeRoom(world.profile, pod, diagnosis, filters);
  const gone = client.calls.filter(({ verb }) => verb === "delete").map(({ ref }) => ref.name);
  expect(errors).toEqual([]);
  return { ...outcome, gone: gone.sort() };
}

const asking = (cpu: string, priority: number, more: PodOptions = {}): PodOptions => ({
  ...more,
  requests: { cpu },
  spec: { priority, ...more.spec },
});

describe("Preemption", () => {
  it("evicts as few pods as possible, lowest priority first", async () => {
    const world = testWorld();
    world.addNode("n");
    world.place("high", "n", asking("1", 5));
    world.place("low", "n", asking("1", 1));
    world.place("lower", "n", asking("2", 0));
    expect(await preempt(world, asking("2", 10))).toEqual({ node: "n", message: "", gone: ["lower"] });
    expect(await preempt(world, asking("3", 10))).toMatchObject({ gone: ["low", "lower"] });
  });

  it("leaves the cache unchanged by its dry run", async () => {
    const world = testWorld();
    world.addNode("n");
    world.place("low", "n", asking("4", 0));
    await preempt(world, asking("2", 10));
    expect([...(world.cache.node("n")?.pods.keys() ?? [])]).toEqual(["ns/low"]);
    expect(world.decide("p", { requests: { cpu: "1" } })).toMatch(/^0/);
  });

  it("reports why it cannot help", async () => {
    const world = testWorld();
    world.addNode("full");
    world.addNode("closed", { unschedulable: true });
    world.place("equal", "full", asking("4", 10));
    expect(await preempt(world, asking("1", 10))).toEqual({
      node: "",
      message:
        "preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.",
      gone: [],
    });
    world.place("small", "full", asking("1m", 0));
    expect((await preempt(world, asking("1", 10))).message).toBe(
      "preemption: 0/2 nodes are available: 1 Insufficient cpu, 1 Preemption is not helpful for scheduling.",
    );
    expect((await preempt(world, asking("1", 10, { spec: { preemptionPolicy: "Never" } }))).message).toBe(
      "preemption: not eligible due to preemptionPolicy=Never.",
    );
  });

  it("waits for already terminating victims", async () => {
    const world = testWorld();
    world.addNode("n");
    world.place("low", "n", {
      ...asking("4", 0),
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      status: { conditions: [{ type: "DisruptionTarget", status: "True", reason: "PreemptionByScheduler" }] },
    });
    expect(await preempt(world, { ...asking("1", 10), status: { nominatedNodeName: "n" } })).toEqual({
      node: undefined,
      message: "preemption: not eligible due to a terminating pod on the nominated node.",
      gone: [],
    });
  });

  it("runs again for a pod rejected in PreFilter, before any node was considered", async () => {
    const world = testWorld();
    world.addNode("n");
    world.place("low", "n", {
      ...asking("4", 0),
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      status: { conditions: [{ type: "DisruptionTarget", status: "True", reason: "PreemptionByScheduler" }] },
    });
    const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "none" } }];
    const status = { nominatedNodeName: "n" };
    expect(await preempt(world, asking("1", 10, { spec: { volumes }, status }))).toEqual({
      node: "",
      message: "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
      gone: [],
    });
  });

  it("avoids pods protected by disruption budgets if possible", async () => {
    const world = testWorld();
    world.addNode("a");
    world.addNode("b");
    world.place("kept", "a", asking("4", 0, { labels: { app: "kept" } }));
    world.place("free", "b", asking("4", 1));
    const budget = {
      metadata: { name: "b", namespace: "ns" },
      spec: { selector: { matchLabels: { app: "kept" } } },
      status: { disruptionsAllowed: 0 },
    };
    expect(await preempt(world, asking("1", 10), [budget])).toMatchObject({ node: "b", gone: ["free"] });
    expect(await preempt(world, asking("1", 10))).toMatchObject({ node: "a", gone: ["kept"] });
  });

  it("lets a budget protect only pods of its namespace whose disruption has not begun", async () => {
    const world = testWorld();
    for (const node of ["a", "b"]) {
      world.addNode(node);
      world.place(
        node === "a" ? "constructor" : "free",
        node,
        asking("4", node === "a" ? 0 : 1, { labels: { app: "x" } }),
      );
    }
    const preempted = (namespace: string, disruptedPods: object) =>
      preempt(world, asking("1", 10), [
        {
          metadata: { name: "b", namespace },
          spec: { selector: { matchExpressions: [{ key: "app", operator: "Exists" }] } },
          status: { disruptionsAllowed: 0, disruptedPods },
        },
      ]);
    expect(await preempted("other", {})).toMatchObject({ gone: ["constructor"] });
    expect(await preempted("ns", { free: "2026-01-01T00:00:00Z" })).toMatchObject({ gone: ["free"] });
  });

  it("resolves anti-affinity conflicts", async () => {
    const world = testWorld();
    world.addNode("n");
    const labels = { app: "a" };
    world.place("low", "n", { labels, spec: { priority: 0 } });
    const term = { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: labels } };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    expect(await preempt(world, { spec: { priority: 5, affinity } })).toMatchObject({ node: "n", gone: ["low"] });
  });

  it("counts nominated pods of equal or higher priority", () => {
    const world = testWorld();
    world.addNode("n");
    world.nominator.set(podInfo(testPod("vip", asking("3", 10))), "n");
    expect(world.decide("p", asking("2", 0))).toMatch(/^0/);
    expect(world.decide("p", asking("2", 11))).toBe("n");
  });
});

describe("leastHarmful", () => {
  const victim = (priority: number, startTime?: string): PodInfo =>
    podInfo(testPod("v", { spec: { priority }, ...(startTime === undefined ? {} : { status: { startTime } }) }));
  const candidate = (node: string, victims: PodInfo[], violations = 0) => ({ node, victims, violations });
  const chosen = (...candidates: ReturnType<typeof candidate>[]) => leastHarmful(candidates, NOW)?.node;

  it("compares budget violations, priorities, victim count and age", () => {
    expect(chosen(candidate("a", [victim(1)], 1), candidate("b", [victim(9)]))).toBe("b");
    expect(chosen(candidate("a", [victim(9)]), candidate("b", [victim(5), victim(5)]))).toBe("b");
    expect(chosen(candidate("a", [victim(5), victim(1)]), candidate("b", [victim(5)]))).toBe("b");
    const old = candidate("old", [victim(5, "2026-01-01T00:00:00Z")]);
    expect(chosen(old, candidate("young", [victim(5, "2026-01-01T10:00:00Z")]))).toBe("young");
    expect(chosen(old, old)).toBe("old");
    expect(chosen()).toBeUndefined();
  });
});
