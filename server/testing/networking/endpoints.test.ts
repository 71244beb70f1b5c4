import type { EndpointSubset } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Body } from "../httpClient.ts";
import { core, namespace, service } from "../objects.ts";
import { playNodes, runningStatus } from "../playedNodes.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["endpoints-controller", "serviceaccount-controller"] });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("shop") });
  await played.seen(core("shop", "serviceaccounts", "default"), ({ metadata }) => metadata.name === "default");
  await played.node("n1");
});
afterAll(() => server.stop());

const played = playNodes(() => server);
const ENDPOINTS = (name: string): string => core("shop", "endpoints", name);
const subsetsOf = (body: Body): EndpointSubset[] => (body["subsets"] ?? []) as EndpointSubset[];

const podOf = (name: string, app: string, spec: Record<string, unknown> = {}) => ({
  metadata: { name, labels: { app } },
  spec: { containers: [{ name: "main", image: "nginx", ports: [{ name: "web", containerPort: 8080 }] }], ...spec },
});

it("endpoints contain a service's pods, with named target ports resolved", async () => {
  const ports = [{ name: "http", port: 80, targetPort: "web" }];
  await server.request("POST", core("shop", "services"), { body: service("web", { ports }) });
  await played.seen(ENDPOINTS("web"), (body) => body.metadata.name === "web");
  await played.pod("shop", podOf("a", "web"), { node: "n1", ips: ["10.0.0.1"] });
  const { metadata, ...rest } = await played.seen(ENDPOINTS("web"), (body) => subsetsOf(body).length === 1);
  expect(rest).toMatchObject({
    subsets: [
      {
        addresses: [{ ip: "10.0.0.1", nodeName: "n1", targetRef: { kind: "Pod", namespace: "shop", name: "a" } }],
        ports: [{ name: "http", port: 8080, protocol: "TCP" }],
      },
    ],
  });
  expect(metadata.annotations).toEqual({
    "endpoints.kubernetes.io/last-change-trigger-time": "2026-01-01T00:00:00Z",
  });
  expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(["kube-controller-manager"]);

  await played.status("shop", "a", runningStatus(["10.0.0.1"], false));
  const unready = await played.seen(ENDPOINTS("web"), (body) => subsetsOf(body)[0]?.addresses === undefined);
  expect(subsetsOf(unready)[0]?.notReadyAddresses).toHaveLength(1);

  await played.status("shop", "a", { phase: "Succeeded" });
  await played.seen(ENDPOINTS("web"), (body) => subsetsOf(body).length === 0);
});

it("endpoints of a headless service have host names, and may include pods that are not ready", async () => {
  const spec = { clusterIP: "None", ports: [], publishNotReadyAddresses: true };
  await server.request("POST", core("shop", "services"), { body: service("db", spec) });
  const pod = podOf("db-0", "db", { hostname: "db-0", subdomain: "db" });
  await played.pod("shop", pod, { node: "n1", ips: ["10.0.0.7"], ready: false });
  const found = await played.seen(ENDPOINTS("db"), (body) => subsetsOf(body).length === 1);
  expect(found).toMatchObject({ subsets: [{ addresses: [{ ip: "10.0.0.7", hostname: "db-0" }] }] });
  expect(subsetsOf(found)[0]?.ports).toBeUndefined();
  expect(found.metadata.labels).toEqual({ "service.kubernetes.io/headless": "" });
});

it("endpoints copy a service's labels, and are deleted with it", async () => {
  await server.request("PATCH", core("shop", "services", "web"), {
    body: { metadata: { labels: { team: "one" } } },
    headers: { "content-type": "application/merge-patch+json" },
  });
  await played.seen(ENDPOINTS("web"), ({ metadata }) => metadata.labels?.["team"] === "one");
  await server.request("DELETE", core("shop", "services", "web"));
  await played.seen(ENDPOINTS("web"), ({ code }) => code === 404);
});

it("endpoints of a service without a selector are not managed", async () => {
  await server.request("POST", core("shop", "services"), { body: service("mine", { selector: undefined }) });
  const own = { metadata: { name: "mine" }, subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }] };
  await server.request("POST", core("shop", "endpoints"), { body: own });
  // The processing of a later service shows that this one was skipped.
  await server.request("POST", core("shop", "services"), { body: service("later") });
  await played.seen(ENDPOINTS("later"), (body) => body.metadata.name === "later");
  const { body } = await server.request("GET", ENDPOINTS("mine"));
  expect(subsetsOf(body)).toMatchObject(own.subsets);
});

it("endpoints are not rewritten when nothing has changed", async () => {
  const path = ENDPOINTS("db");
  const before = (await server.request("GET", path)).body.metadata.resourceVersion;
  await server.request("PATCH", core("shop", "pods", "db-0"), {
    body: { metadata: { annotations: { note: "x" } } },
    headers: { "content-type": "application/merge-patch+json" },
  });
  await server.request("PATCH", core("shop", "services", "db"), {
    body: { metadata: { annotations: { note: "x" } } },
    headers: { "content-type": "application/merge-patch+json" },
  });
  await server.request("POST", core("shop", "services"), { body: service("latest") });
  await played.seen(ENDPOINTS("latest"), (body) => body.metadata.name === "latest");
  expect((await server.request("GET", path)).body.metadata.resourceVersion).toBe(before);
});
