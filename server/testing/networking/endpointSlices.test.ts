import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { Body } from "../httpClient.ts";
import { core, namespace, service } from "../objects.ts";
import { playNodes, runningStatus } from "../playedNodes.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    controllers: ["endpointslice-controller", "serviceaccount-controller"],
    maxEndpointsPerSlice: 2,
  });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("shop") });
  await played.seen(core("shop", "serviceaccounts", "default"), ({ metadata }) => metadata.name === "default");
  await played.node("n1", "a");
  await played.node("n2", "b");
});
afterAll(() => server.stop());

const played = playNodes(() => server);
const MERGE = { "content-type": "application/merge-patch+json" };
const SLICES = "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices";
const slicesOf = (name: string): string => `${SLICES}?labelSelector=kubernetes.io/service-name%3D${name}`;
const typed = (object: ApiObject | undefined): EndpointSlice => object as unknown as EndpointSlice;
const endpointsOf = (list: Body) => list.items.flatMap((item) => typed(item).endpoints ?? []);
const make = (name: string, spec: Record<string, unknown> = {}) =>
  server.request("POST", core("shop", "services"), { body: service(name, spec) });

const podOf = (name: string, app: string) => ({
  metadata: { name, labels: { app } },
  spec: { containers: [{ name: "main", image: "nginx" }] },
});

it("creates an empty placeholder slice for a service without pods", async () => {
  await make("web", { ports: [{ name: "http", port: 80, targetPort: 8080 }] });
  const { items } = await played.seen(slicesOf("web"), (list) => list.items.length === 1);
  expect(items[0]).toMatchObject({
    addressType: "IPv4",
    endpoints: null,
    ports: null,
    metadata: {
      generateName: "web-",
      labels: {
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        "kubernetes.io/service-name": "web",
      },
      ownerReferences: [{ kind: "Service", name: "web", controller: true, blockOwnerDeletion: true }],
    },
  });
});

it("fills slices up to the limit, starting with the placeholder", async () => {
  const [placeholder] = (await server.request("GET", slicesOf("web"))).body.items;
  await played.pod("shop", podOf("a", "web"), { node: "n1", ips: ["10.0.0.1"] });
  const list = await played.seen(slicesOf("web"), (each) => endpointsOf(each).length === 1);
  expect(list.items[0]?.metadata.name).toBe(placeholder?.metadata.name);
  expect(list.items[0]).toMatchObject({
    endpoints: [
      {
        addresses: ["10.0.0.1"],
        conditions: { ready: true, serving: true, terminating: false },
        nodeName: "n1",
        zone: "a",
        targetRef: { kind: "Pod", namespace: "shop", name: "a" },
      },
    ],
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
    metadata: { annotations: { "endpoints.kubernetes.io/last-change-trigger-time": "2026-01-01T00:00:00Z" } },
  });
  await played.pod("shop", podOf("b", "web"), { node: "n2", ips: ["10.0.0.2"] });
  await played.pod("shop", podOf("c", "web"), { node: "n2", ips: ["10.0.0.3"] });
  const all = await played.seen(slicesOf("web"), (each) => endpointsOf(each).length === 3);
  expect(all.items.map((item) => typed(item).endpoints.length).sort()).toEqual([1, 2]);
});

it("shows pods that are not ready, terminating or completed", async () => {
  await played.status("shop", "b", runningStatus(["10.0.0.2"], false));
  const stateOf = (list: Body, ip: string) =>
    endpointsOf(list).find(({ addresses }) => addresses[0] === ip)?.conditions;
  await played.seen(slicesOf("web"), (list) => stateOf(list, "10.0.0.2")?.ready === false);
  await server.request("DELETE", core("shop", "pods", "a"));
  const leaving = await played.seen(slicesOf("web"), (list) => stateOf(list, "10.0.0.1")?.terminating === true);
  expect(stateOf(leaving, "10.0.0.1")).toEqual({ ready: false, serving: true, terminating: true });
  await played.status("shop", "a", { phase: "Failed" });
  await played.seen(slicesOf("web"), (list) => stateOf(list, "10.0.0.1") === undefined);
});

it("labels the slices of a headless service, which may have no ports", async () => {
  await make("db", { clusterIP: "None", ports: [] });
  await played.pod("shop", podOf("db-0", "db"), { node: "n1", ips: ["10.0.1.1"] });
  const { items } = await played.seen(slicesOf("db"), (list) => endpointsOf(list).length === 1);
  expect(items[0]).toMatchObject({ ports: null, metadata: { labels: { "service.kubernetes.io/headless": "" } } });
});

it("sets hints for the endpoints' own zones with trafficDistribution PreferClose", async () => {
  const path = core("shop", "services", "web");
  const close = { spec: { trafficDistribution: "PreferClose" } };
  await server.request("PATCH", path, { body: close, headers: MERGE });
  const hints = (list: Body) => endpointsOf(list).map(({ hints: given }) => given?.forZones?.[0]?.name);
  await played.seen(slicesOf("web"), (list) => hints(list).join() === ",b" || hints(list).join() === "b,");
  await server.request("PATCH", path, { body: { spec: { trafficDistribution: null } }, headers: MERGE });
  await played.seen(slicesOf("web"), (list) => hints(list).every((hint) => hint === undefined));
});

it("sets topology hints by the zones' capacity, and emits an event when it cannot", async () => {
  await make("aware");
  const path = core("shop", "services", "aware");
  const body = { metadata: { annotations: { "service.kubernetes.io/topology-mode": "Auto" } } };
  await server.request("PATCH", path, { body, headers: MERGE });
  const events = `${core("shop", "events")}?fieldSelector=involvedObject.name%3Daware`;
  const told = await played.seen(events, ({ items }) => items.length > 0);
  expect(told.items[0]).toMatchObject({
    type: "Warning",
    reason: "TopologyAwareHintsDisabled",
    message: "Insufficient number of endpoints (0 endpoints, 2 zones), addressType: IPv4",
    source: { component: "endpoint-slice-controller" },
  });
  await played.pod("shop", podOf("aware-0", "aware"), { node: "n1", ips: ["10.0.2.1"] });
  await played.pod("shop", podOf("aware-1", "aware"), { node: "n2", ips: ["10.0.2.2"] });
  const zones = (list: Body) => endpointsOf(list).map(({ hints }) => hints?.forZones?.[0]?.name ?? "");
  await played.seen(slicesOf("aware"), (list) => zones(list).sort().join() === "a,b");
});

it("emits an event for pods on missing nodes, and skips them", async () => {
  await make("lost");
  await played.pod("shop", podOf("lost-0", "lost"), { node: "n9", ips: ["10.0.3.1"] });
  const events = `${core("shop", "events")}?fieldSelector=reason%3DFailedToUpdateEndpointSlices`;
  const { items } = await played.seen(events, (list) => list.items.length > 0);
  expect(items[0]?.["message"]).toBe(
    "Error updating Endpoint Slices for Service shop/lost: skipping Pod lost-0 for Service shop/lost: Node n9 Not Found",
  );
});
