import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent, refused } from "../apiPlace.ts";
import { NGINX, service, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const SERVICES = "v1/services";
const ENDPOINTS = "v1/endpoints";
const SLICES = "discovery.k8s.io/v1/endpointslices";

test("[sig-network] Services should find a service from listing all namespaces", async () => {
  await place.create(SERVICES, service("found"));
  const all = await cluster.whole.list(SERVICES);
  expect(all.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual(
    expect.arrayContaining(["default/kubernetes", `${place.namespace}/found`]),
  );
});

test("[sig-network] Services should delete a collection of services", async () => {
  for (const name of ["one", "two", "three"])
    await place.create(SERVICES, service(name, {}, { collection: name === "three" ? "no" : "yes" }));
  await place.remove(`${SERVICES}?labelSelector=collection%3Dyes`);
  const left = await place.become(SERVICES, (items) => items.length === 1);
  expect(left[0]?.metadata.name).toBe("three");
});

test("[sig-network] Services should complete a service status lifecycle", async () => {
  const selected = `${SERVICES}?labelSelector=test-service-static%3Dtrue`;
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.create(SERVICES, service("status", { type: "LoadBalancer" }, { "test-service-static": "true" }));
  await nextEvent(watch, "ADDED", { metadata: { name: "status" } });
  expect(await place.get(`${SERVICES}/status/status`)).toMatchObject({ status: { loadBalancer: {} } });
  const patch = {
    metadata: { annotations: { patchedstatus: "true" } },
    status: { loadBalancer: { ingress: [{ ip: "203.0.113.1" }] } },
  };
  await place.patch(`${SERVICES}/status/status`, patch);
  await nextEvent(watch, "MODIFIED", patch);
  const condition = {
    type: "StatusUpdate",
    status: "True",
    reason: "E2E",
    message: "Set from a test",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  await place.update(`${SERVICES}/status/status`, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [condition] },
  }));
  await nextEvent(watch, "MODIFIED", { status: { conditions: [condition] } });
  await place.patch(`${SERVICES}/status`, { metadata: { labels: { "test-service": "patched" } } }, "strategic-merge");
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-service": "patched" } } });
  await place.remove(`${SERVICES}/status`);
  await nextEvent(watch, "DELETED", { metadata: { name: "status" } });
  watch.close();
});

test("[sig-network] Services should test the lifecycle of an Endpoint", async () => {
  const selected = `${ENDPOINTS}?labelSelector=test-endpoint-static%3Dtrue`;
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  const subset = (ip: string, port: number) => [
    { addresses: [{ ip }], ports: [{ name: "http", port, protocol: "TCP" }] },
  ];
  await place.create(ENDPOINTS, {
    metadata: { name: "testservice", labels: { "test-endpoint-static": "true" } },
    subsets: subset("10.0.0.24", 80),
  });
  await nextEvent(watch, "ADDED", { metadata: { name: "testservice" } });
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await place.update(`${ENDPOINTS}/testservice`, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, "test-service": "updated" } },
  }));
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-service": "updated" } } });
  const patched = await place.patch(`${ENDPOINTS}/testservice`, {
    metadata: { labels: { "test-service": "patched" } },
    subsets: subset("10.0.0.25", 8080),
  });
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-service": "patched" } } });
  expect(patched).toMatchObject({ subsets: subset("10.0.0.25", 8080) });
  await place.remove(selected);
  await nextEvent(watch, "DELETED", { metadata: { name: "testservice" } });
  await refused(place.send("GET", `${ENDPOINTS}/testservice`), 404);
  watch.close();
});

const addresses = (reference: string, count: number) =>
  place.become(
    reference,
    (items) => items.reduce((sum, item) => sum + (at<unknown[] | null>(item, "endpoints")?.length ?? 0), 0) === count,
  );

test("[sig-network] EndpointSlice should create and delete Endpoints and EndpointSlices for a Service with a selector specified", async () => {
  await place.create(
    SERVICES,
    service("empty", {
      selector: { "does-not-match-anything": "endpoints-and-endpoint-slices-should-still-be-created" },
    }),
  );
  const slices = `${SLICES}?labelSelector=kubernetes.io%2Fservice-name%3Dempty`;
  await place.becomes(`${ENDPOINTS}/empty`, {});
  const [slice] = await place.become(slices, (items) => items.length === 1);
  expect(slice).toMatchObject({
    metadata: {
      labels: { "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io" },
      ownerReferences: [{ kind: "Service", name: "empty", controller: true }],
    },
  });
  await place.remove(`${SERVICES}/empty`);
  await place.gone(`${ENDPOINTS}/empty`);
  await place.become(slices, (items) => items.length === 0);
});

test("[sig-network] EndpointSlice should create Endpoints and EndpointSlices for Pods matching a Service", async () => {
  const labels = { foo: "bar", shared: "yes" };
  const container = (name: string, containerPort: number) => ({
    name,
    image: NGINX,
    ports: [{ name: "example-name", containerPort }],
  });
  for (const [name, port] of [
    ["pod1", 3000],
    ["pod2", 3001],
  ] as const) {
    await place.create("v1/pods", {
      metadata: { name, labels: { ...labels, [name]: "yes" } },
      spec: { containers: [container(name, port)] },
    });
    await place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });
  }
  await place.create(
    SERVICES,
    service("one", {
      selector: { pod1: "yes" },
      ports: [{ name: "example", port: 80, targetPort: "example-name" }],
      publishNotReadyAddresses: true,
    }),
  );
  await place.create(
    SERVICES,
    service("both", {
      selector: { foo: "bar" },
      ports: [{ name: "example-no-match", port: 8080, targetPort: "example-name" }],
    }),
  );
  const [one] = await addresses(`${SLICES}?labelSelector=kubernetes.io%2Fservice-name%3Done`, 1);
  expect(one).toMatchObject({
    addressType: "IPv4",
    ports: [{ name: "example", port: 3000, protocol: "TCP" }],
    endpoints: [{ targetRef: { kind: "Pod", name: "pod1" }, conditions: { ready: true } }],
  });
  // Different numbers of a named port result in different slices, and different subsets.
  const both = await addresses(`${SLICES}?labelSelector=kubernetes.io%2Fservice-name%3Dboth`, 2);
  expect(both.map((slice) => at(slice, "ports.0.port")).sort()).toEqual([3000, 3001]);
  const endpoints = await place.becomes(`${ENDPOINTS}/both`, {
    subsets: (subsets: unknown[] | undefined) => subsets?.length === 2,
  });
  expect(
    at<{ ports: { port: number }[] }[]>(endpoints, "subsets")
      .map(({ ports }) => ports[0]?.port)
      .sort(),
  ).toEqual([3000, 3001]);
});

test("[sig-network] EndpointSliceMirroring should mirror a custom Endpoints resource through create update and delete", async () => {
  const { metadata, spec } = service("mirrored");
  await place.create(SERVICES, { metadata, spec: { ...spec, selector: undefined } });
  const subset = (ip: string, port: number) => [
    { addresses: [{ ip }], ports: [{ name: "port", port, protocol: "TCP" }] },
  ];
  await place.create(ENDPOINTS, { metadata: { name: "mirrored" }, subsets: subset("10.1.2.3", 80) });
  const slices = `${SLICES}?labelSelector=kubernetes.io%2Fservice-name%3Dmirrored`;
  const mirrors = (ip: string, port: number) =>
    place.become(
      slices,
      ([slice]) => at(slice, "endpoints.0.addresses.0") === ip && at(slice, "ports.0.port") === port,
    );
  const [slice] = await mirrors("10.1.2.3", 80);
  expect(slice?.metadata.labels).toMatchObject({
    "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
  });
  await place.update(`${ENDPOINTS}/mirrored`, (object) => ({ ...object, subsets: subset("10.2.3.4", 8080) }));
  expect(await mirrors("10.2.3.4", 8080)).toHaveLength(1);
  await place.remove(`${ENDPOINTS}/mirrored`);
  await place.become(slices, (items) => items.length === 0);
});

test("[sig-network] Service endpoints latency should not be very high", async () => {
  await place.create("apps/v1/replicasets", workload("web", 1));
  await place.becomes("apps/v1/replicasets/web", { status: { readyReplicas: 1 } });
  const times: number[] = [];
  for (let index = 0; index < 50; index++) {
    const began = performance.now();
    const { metadata } = await place.create(SERVICES, {
      metadata: { generateName: "latency-svc-" },
      spec: { selector: { name: "web" }, ports: [{ port: 80 }] },
    });
    await place.becomes(`${ENDPOINTS}/${metadata.name}`, { subsets: [{ addresses: [{}] }] });
    times.push(performance.now() - began);
  }
  const [half = 0, most = 0] = [0.5, 0.99].map(
    (part) => times.toSorted((a, b) => a - b)[Math.floor(part * times.length)],
  );
  expect(half).toBeLessThan(20_000);
  expect(most).toBeLessThan(50_000);
});
