import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { behave, type Cluster, startLivingCluster, waitFor } from "../../acting/controllers/testing/cluster.ts";
import { fastClock } from "../../ground/timing/testing/fastClock.ts";
import { API_SERVICES, type ExtensionServer, flowerService, startFlowers } from "../aggregation/aggregatedApi.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const METRICS = "/apis/metrics.k8s.io/v1beta1";
const PODS = `${METRICS}/namespaces/default/pods`;
const SERVICE = `${API_SERVICES}/v1beta1.metrics.k8s.io`;

interface PodMetrics extends ApiObject {
  readonly timestamp: string;
  readonly window: string;
  readonly containers: readonly { readonly name: string; readonly usage: { cpu: string; memory: string } }[];
}

let cluster: Cluster;
let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  const controllers = ["clusterrole-aggregation-controller", "horizontal-pod-autoscaler-controller"];
  cluster = await startLivingCluster(controllers, { ...fastClock(20), dataDir });
});
afterAll(async () => {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function run(name: string, annotations: Record<string, string>, container: object = {}): Promise<void> {
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { app: name }, annotations: behave(annotations) },
    spec: { containers: [{ name: "c", image: "app:1", ...container }] },
  });
}

/** The metrics of a pod, once they exist. */
const metricsOf = (name: string): Promise<PodMetrics> =>
  waitFor(
    () => cluster.server.request("GET", `${PODS}/${name}`),
    ({ status }) => status === 200,
  ).then(({ body }) => body as unknown as PodMetrics);

const nano = (text: string): number => (text.endsWith("n") ? Number(text.slice(0, -1)) : Number.NaN);

describe("metrics of simulated nodes", () => {
  it("report container usage from annotations after one window", async () => {
    await run("busy", { cpu: "250m", memory: "64Mi" });
    await run("never", {}, { image: "app:missing" });
    const early = await cluster.server.request("GET", `${PODS}/never`);
    expect([early.status, early.body.message]).toEqual([404, 'podmetrics.metrics.k8s.io "default/never" not found']);
    const metrics = await metricsOf("busy");
    expect(metrics).toMatchObject({
      kind: "PodMetrics",
      apiVersion: "metrics.k8s.io/v1beta1",
      metadata: { name: "busy", namespace: "default", labels: { app: "busy" } },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      window: expect.stringMatching(/^1\d(\.\d+)?s$/),
      containers: [{ name: "c", usage: { memory: expect.stringMatching(/^6\d+Ki$/) } }],
    });
    const [container] = metrics.containers;
    expect(nano(container?.usage.cpu ?? "")).toBeGreaterThan(235e6);
    expect(nano(container?.usage.cpu ?? "")).toBeLessThan(265e6);
  });

  it("stay below limits, and oscillate when a wave is configured", async () => {
    await run("bound", { cpu: "2" }, { resources: { limits: { cpu: "300m" } } });
    await run("wave", { "cpu.c": "100m..800m/1m", cpu: "5" });
    const bound = await metricsOf("bound");
    expect(nano(bound.containers[0]?.usage.cpu ?? "")).toBeLessThanOrEqual(300e6);
    const seen = new Set<number>();
    await waitFor(
      async () => seen.add(nano((await metricsOf("wave")).containers[0]?.usage.cpu ?? "")),
      () => Math.max(...seen) > 2 * Math.min(...seen),
    );
    expect(Math.min(...seen)).toBeGreaterThan(90e6);
    expect(Math.max(...seen)).toBeLessThan(840e6);
  });

  it("are listed by namespace and label, without resource versions", async () => {
    await metricsOf("busy");
    const { body } = await cluster.server.request("GET", `${METRICS}/pods?labelSelector=app%3Dbusy`);
    expect(body).toMatchObject({ kind: "PodMetricsList", apiVersion: "metrics.k8s.io/v1beta1", metadata: {} });
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(["busy"]);
    const none = await cluster.server.request("GET", `${METRICS}/namespaces/kube-system/pods`);
    expect(none.body.items).toEqual([]);
    expect((await cluster.server.request("GET", `${PODS}?watch=true`)).status).toBe(405);
    expect((await cluster.server.request("DELETE", `${PODS}/busy`)).status).toBe(405);
    const absent = await cluster.server.request("GET", `${PODS}/absent`);
    expect([absent.status, absent.body.message]).toEqual([404, 'pods "absent" not found']);
  });

  it("report node usage including all pods", async () => {
    const { body } = await waitFor(
      () => cluster.server.request("GET", `${METRICS}/nodes`),
      ({ body }) => body.items.length === 2,
    );
    const nodes = body.items as unknown as { metadata: { name: string }; usage: { cpu: string } }[];
    expect(nodes.map(({ metadata }) => metadata.name)).toEqual(["node-1", "node-2"]);
    expect(nodes.reduce((sum, { usage }) => sum + nano(usage.cpu), 0)).toBeGreaterThan(400e6);
  });

  it("are available as Tables", async () => {
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const { body } = await cluster.server.request("GET", `${PODS}?labelSelector=app%3Dbusy`, { headers: { accept } });
    expect(body.columnDefinitions?.map(({ name }) => name)).toEqual(["Name", "cpu", "memory", "Window"]);
    expect(body.rows?.[0]?.cells).toEqual([
      "busy",
      expect.stringMatching(/^\d+n$/),
      expect.stringMatching(/^\d+[KM]i$/),
      expect.stringMatching(/s$/),
    ]);
  });

  it("are listed in discovery and OpenAPI, with an API service of their own", async () => {
    const { body } = await cluster.server.request("GET", METRICS);
    expect(body).toMatchObject({
      groupVersion: "metrics.k8s.io/v1beta1",
      resources: [
        { name: "nodes", singularName: "", namespaced: false, kind: "NodeMetrics", verbs: ["get", "list"] },
        { name: "pods", singularName: "", namespaced: true, kind: "PodMetrics", verbs: ["get", "list"] },
      ],
    });
    const document = await cluster.server.request("GET", "/openapi/v3/apis/metrics.k8s.io/v1beta1");
    expect(document.text).toContain("io.k8s.metrics.pkg.apis.metrics.v1beta1.PodMetrics");
    const service = await waitFor(
      () => cluster.server.request("GET", SERVICE),
      ({ status }) => status === 200,
    );
    expect(service.body["spec"]).toMatchObject({ groupPriorityMinimum: 100, versionPriority: 100 });
    expect(service.body["status"]).toMatchObject({
      conditions: [{ type: "Available", status: "True", reason: "Local" }],
    });
  });

  it("are available to users who may read pod metrics", async () => {
    const role = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    expect((await cluster.server.request("GET", `${role}/system:aggregated-metrics-reader`)).body).toMatchObject({
      rules: [{ apiGroups: ["metrics.k8s.io"], resources: ["pods", "nodes"], verbs: ["get", "list", "watch"] }],
    });
    expect((await cluster.server.request("GET", PODS, { as: "alice" })).status).toBe(403);
    await cluster.server.request("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", {
      body: {
        metadata: { name: "alice" },
        subjects: [{ kind: "User", name: "alice", apiGroup: "rbac.authorization.k8s.io" }],
        roleRef: { kind: "ClusterRole", name: "view", apiGroup: "rbac.authorization.k8s.io" },
      },
    });
    await waitFor(
      () => cluster.server.request("GET", PODS, { as: "alice" }),
      ({ status }) => status === 200,
    );
  });
});

describe("metrics of an external metrics server", () => {
  let other: ExtensionServer;
  const answer = (response: ServerResponse, value: object): true => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    return true;
  };
  beforeAll(async () => {
    other = await startFlowers(cluster.server);
    other.intercept = (request, response) => {
      const path = request.url?.split("?")[0] ?? "";
      if (path === METRICS) return answer(response, { kind: "APIResourceList", apiVersion: "v1", resources: [] });
      if (path !== PODS) return false;
      const head = { timestamp: new Date().toISOString(), window: "30s" };
      const containers = [{ name: "c", usage: { cpu: "777m", memory: "1Mi" } }];
      return answer(response, {
        kind: "PodMetricsList",
        apiVersion: "metrics.k8s.io/v1beta1",
        metadata: {},
        items: [{ metadata: { name: "busy", namespace: "default" }, ...head, containers }],
      });
    };
  });
  afterAll(() => other.stop());

  it("replace the simulated ones, for clients and autoscalers", async () => {
    const { spec } = flowerService(other);
    const theirs = { ...spec, group: "metrics.k8s.io", version: "v1beta1" };
    await cluster.server.request("PATCH", SERVICE, {
      body: { spec: theirs },
      headers: { "content-type": "application/merge-patch+json" },
    });
    const { body } = await waitFor(
      () => cluster.server.request("GET", PODS),
      ({ text }) => text.includes("777m"),
    );
    expect(body.items).toHaveLength(1);
    // The APIService is no longer the server's own, whether or not metrics are simulated later.
    await waitFor(
      () => cluster.server.request("GET", SERVICE),
      (seen) => Object.keys(seen.body.metadata.labels ?? {}).length === 0,
    );
    await cluster.make({
      apiVersion: "v1",
      kind: "ReplicationController",
      metadata: { name: "busy" },
      spec: {
        replicas: 1,
        selector: { app: "busy" },
        template: { metadata: { labels: { app: "busy" } }, spec: { containers: [{ name: "c", image: "app:1" }] } },
      },
    } as ApiObject);
    await cluster.make({
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "busy" },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "v1", kind: "ReplicationController", name: "busy" },
        metrics: [
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Mi" } } },
        ],
      },
    } as ApiObject);
    type Seen = ApiObject & { status?: { currentMetrics?: { resource?: { current: { averageValue: string } } }[] } };
    const seen = await cluster.becomes<Seen>(
      "autoscaling/v2/horizontalpodautoscalers/busy",
      ({ status }) => status?.currentMetrics?.[0]?.resource !== undefined,
    );
    expect(seen.status?.currentMetrics?.[0]?.resource?.current.averageValue).toBe("1048576");
  });

  it("are replaced by the simulated ones again when they are removed", async () => {
    await cluster.server.request("DELETE", SERVICE);
    await waitFor(
      () => cluster.server.request("GET", `${PODS}/busy`),
      ({ status, text }) => status === 200 && !text.includes("777m"),
    );
    const { body } = await waitFor(
      () => cluster.server.request("GET", SERVICE),
      ({ status }) => status === 200,
    );
    expect(body["spec"]).not.toHaveProperty("service");
  });
});

it("a server without simulated nodes serves no metrics and has no API service for them", async () => {
  await cluster.stop();
  const server: TestServer = await startTestServer({ dataDir });
  try {
    await waitFor(
      () => server.request("GET", SERVICE),
      ({ status }) => status === 404,
    );
    expect((await server.request("GET", PODS)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
