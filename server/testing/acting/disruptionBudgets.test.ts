import { afterAll, beforeAll, expect, it } from "vitest";
import type { Body } from "../httpClient.ts";
import { core, namespace } from "../objects.ts";
import { playNodes } from "../playedNodes.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["disruption-controller", "serviceaccount-controller"] });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("shop") });
  await played.seen(core("shop", "serviceaccounts", "default"), ({ metadata }) => metadata.name === "default");
});
afterAll(() => server.stop());

const played = playNodes(() => server);
const BUDGETS = "/apis/policy/v1/namespaces/shop/poddisruptionbudgets";
const make = (name: string, app: string, spec: Record<string, unknown>) =>
  server.request("POST", BUDGETS, {
    body: { metadata: { name }, spec: { ...spec, selector: { matchLabels: { app } } } },
  });
const statusOf = (body: Body) => (body["status"] ?? {}) as Record<string, unknown>;
const eventsOf = (name: string) => `${core("shop", "events")}?fieldSelector=involvedObject.name%3D${name}`;

const podOf = (name: string, app: string, ownerReferences: unknown[] = []) => ({
  metadata: { name, labels: { app }, ownerReferences },
  spec: { containers: [{ name: "main", image: "nginx" }] },
});

async function setOf(name: string, replicas: number): Promise<unknown> {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: podOf(name, name).spec };
  const path = "/apis/apps/v1/namespaces/shop/replicasets";
  const body = { metadata: { name }, spec: { replicas, selector: { matchLabels: labels }, template } };
  const { uid } = (await server.request("POST", path, { body })).body.metadata;
  return { apiVersion: "apps/v1", kind: "ReplicaSet", name, uid, controller: true };
}

it("allows disruptions of healthy pods beyond the minimum, and evictions use them up", async () => {
  await make("few", "web", { minAvailable: 1 });
  await played.pod("shop", podOf("a", "web"), { node: "n1", ips: ["10.0.0.1"] });
  await played.pod("shop", podOf("b", "web"), { node: "n1", ips: ["10.0.0.2"] });
  const budget = await played.seen(`${BUDGETS}/few`, (body) => statusOf(body)["disruptionsAllowed"] === 1);
  expect(budget["status"]).toMatchObject({
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
    observedGeneration: 1,
    conditions: [{ type: "DisruptionAllowed", status: "True", reason: "SufficientPods", message: "" }],
  });
  const evict = (name: string) =>
    server.request("POST", `${core("shop", "pods", name)}/eviction`, { body: { metadata: { name } } });
  expect((await evict("a")).status).toBe(201);
  await played.seen(`${BUDGETS}/few`, (body) => statusOf(body)["currentHealthy"] === 1);
  expect((await evict("b")).status).toBe(429);
});

it("computes expected pods from the scale of their controllers", async () => {
  const owner = await setOf("api", 4);
  await make("part", "api", { maxUnavailable: "25%" });
  await played.pod("shop", podOf("api-0", "api", [owner]), { node: "n1", ips: ["10.0.1.1"] });
  const budget = await played.seen(`${BUDGETS}/part`, (body) => statusOf(body)["currentHealthy"] === 1);
  expect(budget["status"]).toMatchObject({ expectedPods: 4, desiredHealthy: 3, disruptionsAllowed: 0 });
});

it("emits an event when no pods match", async () => {
  await make("none", "nobody", { minAvailable: 1 });
  const { items } = await played.seen(eventsOf("none"), (list) => list.items.length > 0);
  expect(items[0]).toMatchObject({
    type: "Normal",
    reason: "NoPods",
    message: "No matching pods found",
    source: { component: "controllermanager" },
  });
});

it("emits an event for pods without a controller", async () => {
  await played.pod("shop", podOf("alone", "alone"), { node: "n1", ips: ["10.0.2.1"] });
  await make("lonely", "alone", { maxUnavailable: 1 });
  const { items } = await played.seen(eventsOf("lonely"), (list) => list.items.length > 0);
  expect(items[0]).toMatchObject({ type: "Warning", reason: "UnmanagedPods" });
  expect(items[0]?.["message"]).toContain(
    "(selector: &LabelSelector{MatchLabels:map[string]string{app: alone,},MatchExpressions:[]LabelSelectorRequirement{},})",
  );
});

it("allows no disruptions for pods whose controller has no scale", async () => {
  const template = { spec: { ...podOf("job", "job").spec, restartPolicy: "Never" } };
  const jobs = "/apis/batch/v1/namespaces/shop/jobs";
  const { uid } = (await server.request("POST", jobs, { body: { metadata: { name: "job" }, spec: { template } } })).body
    .metadata;
  const owner = { apiVersion: "batch/v1", kind: "Job", name: "job", uid, controller: true };
  await played.pod("shop", podOf("job-0", "job", [owner]), { node: "n1", ips: ["10.0.3.1"] });
  await make("jobs", "job", { maxUnavailable: 1 });
  const message = "jobs.batch does not implement the scale subresource";
  const budget = await played.seen(`${BUDGETS}/jobs`, (body) => statusOf(body)["conditions"] !== undefined);
  expect(budget["status"]).toMatchObject({ conditions: [{ status: "False", reason: "SyncFailed", message }] });
  const { items } = await played.seen(eventsOf("jobs"), (list) => list.items.length > 0);
  expect(items[0]).toMatchObject({
    reason: "CalculateExpectedPodCountFailed",
    message: `Failed to calculate the number of expected pods: ${message}`,
  });
});

it("emits an event at every change of a pod that several budgets match, also when it is deleted", async () => {
  await make("both-1", "both", { minAvailable: 1 });
  await make("both-2", "both", { minAvailable: 1 });
  const emits = (times: number): Promise<Body> =>
    played.seen(eventsOf("twice"), ({ items }) => {
      const found = (items as Body[]).filter((event) => event["reason"] === "MultiplePodDisruptionBudgets");
      return found.reduce((sum, event) => sum + ((event["count"] as number | undefined) ?? 1), 0) === times;
    });
  const pod = podOf("twice", "both");
  const spec = { ...pod.spec, schedulerName: "none" };
  await server.request("POST", core("shop", "pods"), { body: { ...pod, spec } });
  await emits(1);
  await server.request("DELETE", core("shop", "pods", "twice"), { body: { gracePeriodSeconds: 0 } });
  await emits(2);
});
