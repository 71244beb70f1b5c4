import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, refused } from "../apiPlace.ts";
import { condition, pod, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const BUDGETS = "policy/v1/poddisruptionbudgets";

const make = (place: ApiPlace, minAvailable: number | string, name = "foo"): Promise<Item> =>
  place.create(BUDGETS, {
    metadata: { name, labels: { of: "test" } },
    spec: { minAvailable, selector: { matchLabels: { name: "web" } } },
  });
const observed = (place: ApiPlace, status: object = {}): Promise<Item> =>
  place.becomes(`${BUDGETS}/foo`, { status: { observedGeneration: (seen: number) => seen > 0, ...status } });

async function pods(place: ApiPlace, count: number): Promise<void> {
  await place.create("apps/v1/replicasets", workload("web", count));
  await place.becomes("apps/v1/replicasets/web", { status: { readyReplicas: count } });
}

test("[sig-apps] DisruptionController should create a PodDisruptionBudget", async () => {
  const place = await cluster.namespace();
  await make(place, "1%");
  await observed(place);
  const updated = await place.update(`${BUDGETS}/foo`, (object) => ({
    ...object,
    spec: { ...(object["spec"] as object), minAvailable: "2%" },
  }));
  expect(updated).toMatchObject({ spec: { minAvailable: "2%" } });
  const patched = await place.patch(`${BUDGETS}/foo`, { spec: { minAvailable: "3%" } });
  expect(patched).toMatchObject({ spec: { minAvailable: "3%" } });
  await place.remove(`${BUDGETS}/foo`);
  await place.gone(`${BUDGETS}/foo`);
});

test("[sig-apps] DisruptionController Listing PodDisruptionBudgets for all namespaces should list and delete a collection of PodDisruptionBudgets", async () => {
  const [place, other] = [await cluster.namespace(), await cluster.namespace()];
  for (const name of ["foo", "foo2"]) await make(place, 2, name);
  await make(other, "1%", "foo3");
  const everywhere = await cluster.whole.list(`${BUDGETS}?labelSelector=of%3Dtest`);
  const there = everywhere.filter(({ metadata }) =>
    [place.namespace, other.namespace].includes(metadata.namespace ?? ""),
  );
  expect(there.map(({ metadata }) => metadata.name).sort()).toEqual(["foo", "foo2", "foo3"]);
  expect(await place.list(BUDGETS)).toHaveLength(2);
  await place.remove(BUDGETS);
  await place.become(BUDGETS, (items) => items.length === 0);
  expect(await other.list(BUDGETS)).toHaveLength(1);
});

test("[sig-apps] DisruptionController should observe PodDisruptionBudget status updated", async () => {
  const place = await cluster.namespace();
  await make(place, 1);
  await pods(place, 3);
  await observed(place, {
    disruptionsAllowed: 2,
    currentHealthy: 3,
    desiredHealthy: 1,
    expectedPods: 3,
    conditions: [condition("DisruptionAllowed")],
  });
});

test("[sig-apps] DisruptionController should update/patch PodDisruptionBudget status", async () => {
  const place = await cluster.namespace();
  await make(place, 1);
  await pods(place, 1);
  await observed(place, { currentHealthy: 1 });
  const old = { "old-pod": "2026-01-01T00:00:00Z" };
  const updated = await place.update(`${BUDGETS}/foo/status`, (object) => ({
    ...object,
    status: { ...(object["status"] as object), disruptedPods: old },
  }));
  expect(updated).toMatchObject({ status: { disruptedPods: old } });
  const patched = await place.patch(`${BUDGETS}/foo/status`, {
    status: { disruptedPods: { "old-pod": null } },
  });
  expect(patched["status"]).not.toMatchObject({ disruptedPods: old });
});

test("[sig-apps] DisruptionController should block an eviction until the PDB is updated to allow it", async () => {
  const place = await cluster.namespace();
  for (const name of ["a", "b", "c"]) await place.create("v1/pods", pod(name, { labels: { name: "web" } }));
  await place.become(
    "v1/pods",
    (items) => items.filter(({ status }) => (status as { phase?: string }).phase === "Running").length === 3,
  );
  await make(place, 3);
  await observed(place, { currentHealthy: 3, disruptionsAllowed: 0 });
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } };
  const answer = await refused(place.send("POST", "v1/pods/a/eviction", { body: eviction }), 429);
  expect(answer).toMatchObject({ reason: "TooManyRequests", details: { causes: [{ reason: "DisruptionBudget" }] } });
  await place.patch(`${BUDGETS}/foo`, { spec: { minAvailable: 2 } });
  await observed(place, { disruptionsAllowed: 1 });
  await place.create("v1/pods/a/eviction", eviction);
  await place.gone("v1/pods/a");
  await place.patch(`${BUDGETS}/foo`, { spec: { minAvailable: 3 } });
  await observed(place, { disruptionsAllowed: 0, currentHealthy: 2 });
  await refused(place.send("POST", "v1/pods/b/eviction", { body: { ...eviction, metadata: { name: "b" } } }), 429);
  await place.remove(`${BUDGETS}/foo`);
  await place.gone(`${BUDGETS}/foo`);
  await place.create("v1/pods/b/eviction", { ...eviction, metadata: { name: "b" } });
  await place.gone("v1/pods/b");
});
