import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startLivingCluster } from "../testing/cluster.ts";

type Budget = PodDisruptionBudget & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startLivingCluster(["disruption-controller", "deployment-controller", "replicaset-controller"]);
});
afterAll(() => cluster.stop());
beforeEach(() => cluster.enterFresh());

const budget = (name: string, spec: Record<string, unknown>): Promise<ApiObject> =>
  cluster.make({ apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name }, spec });
const becomes = (name: string, holds: (status: NonNullable<Budget["status"]>) => boolean): Promise<Budget> =>
  cluster.becomes<Budget>(
    `policy/v1/poddisruptionbudgets/${name}`,
    ({ status }) => status !== undefined && holds(status),
  );
const web = { matchLabels: { app: "web" } };

const deploy = (replicas: number): Promise<ApiObject> =>
  cluster.make({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: {
      replicas,
      selector: web,
      template: {
        metadata: { labels: { app: "web" } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: "app:1" }] },
      },
    },
  });

describe("Disruption controller", () => {
  it("computes the allowed disruptions from absolute numbers and percentages", async () => {
    await deploy(4);
    await budget("least", { minAvailable: 3, selector: web });
    await budget("part", { maxUnavailable: "30%", selector: web });
    const least = await becomes("least", ({ disruptionsAllowed }) => disruptionsAllowed === 1);
    expect(least.status).toMatchObject({
      currentHealthy: 4,
      desiredHealthy: 3,
      expectedPods: 4,
      observedGeneration: 1,
      conditions: [{ type: "DisruptionAllowed", status: "True", reason: "SufficientPods" }],
    });
    const part = await becomes("part", ({ disruptionsAllowed }) => disruptionsAllowed === 2);
    expect(part.status).toMatchObject({ desiredHealthy: 2, expectedPods: 4 });
  });

  it("allows evictions up to the budget", async () => {
    await deploy(2);
    await budget("one", { minAvailable: 1, selector: web });
    await becomes("one", ({ disruptionsAllowed }) => disruptionsAllowed === 1);
    const evict = async (name: string): Promise<number> => {
      const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } };
      return (await cluster.server.request("POST", `${cluster.url(`v1/pods/${name}`)}/eviction`, { body })).status;
    };
    const [first, second] = (await cluster.list("v1/pods")).map(({ metadata }) => metadata.name ?? "");
    expect([await evict(first ?? ""), await evict(second ?? "")]).toEqual([201, 429]);
    // After the evicted pod has been replaced, the other one may be evicted.
    await becomes("one", ({ disruptionsAllowed, currentHealthy }) => disruptionsAllowed === 1 && currentHealthy === 2);
    expect(await evict(second ?? "")).toBe(201);
  });

  it("reports when no pods match and when pods have no controller", async () => {
    await budget("none", { maxUnavailable: 1, selector: { matchLabels: { app: "nobody" } } });
    const none = await becomes("none", ({ conditions }) => conditions !== undefined);
    expect(none.status).toMatchObject({
      disruptionsAllowed: 0,
      expectedPods: 0,
      conditions: [{ status: "False", reason: "InsufficientPods" }],
    });
    await cluster.recorded("none", "NoPods: No matching pods found");
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "alone", labels: { app: "alone" } },
      spec: { containers: [{ name: "c", image: "app:1" }] },
    });
    await budget("unmanaged", { maxUnavailable: 1, selector: { matchLabels: { app: "alone" } } });
    await becomes("unmanaged", ({ conditions }) => conditions !== undefined);
    await cluster.become<ApiObject>("v1/events", (events) =>
      events.some((event) => event["reason"] === "UnmanagedPods"),
    );
  });
});
