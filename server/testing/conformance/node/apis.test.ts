import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { supportsApiOperations } from "../apiOperations.ts";
import { type ApiPlace, nextEvent, refused } from "../apiPlace.ts";
import { configMap, pod } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

test("[sig-node] Lease lease API should be available", async () => {
  const leases = "coordination.k8s.io/v1/leases";
  const spec = {
    holderIdentity: "holder",
    leaseDurationSeconds: 30,
    acquireTime: "2026-01-01T00:00:00.000000Z",
    renewTime: "2026-01-01T00:00:05.000000Z",
    leaseTransitions: 0,
  };
  await place.create(leases, { metadata: { name: "lease" }, spec });
  expect(await place.get(`${leases}/lease`)).toMatchObject({ spec });
  const changed = { ...spec, holderIdentity: "holder2", leaseDurationSeconds: 60, leaseTransitions: 1 };
  await place.update(`${leases}/lease`, (object) => ({ ...object, spec: changed }));
  expect(await place.get(`${leases}/lease`)).toMatchObject({ spec: changed });
  await place.patch(`${leases}/lease`, { spec: { leaseDurationSeconds: 80 } }, "strategic-merge");
  expect(await place.get(`${leases}/lease`)).toMatchObject({ spec: { ...changed, leaseDurationSeconds: 80 } });
  const labels = { deletecollection: "true" };
  await place.create(leases, { metadata: { name: "lease2", labels }, spec });
  expect(await place.list(leases)).toHaveLength(2);
  await place.remove(`${leases}?labelSelector=deletecollection%3Dtrue`);
  expect((await place.list(leases)).map(({ metadata }) => metadata.name)).toEqual(["lease"]);
  await place.remove(`${leases}/lease`);
  await refused(place.send("GET", `${leases}/lease`), 404);
  await supportsApiOperations(place, {
    resource: leases,
    kind: "Lease",
    make: (name, more) => ({ metadata: { name, labels: more }, spec }),
  });
});

const TEMPLATES = "v1/podtemplates";
const podTemplate = (name: string, labels: Record<string, string>) => ({
  metadata: { name, labels },
  template: { spec: { containers: [{ name: "nginx", image: "nginx:1.27" }] } },
});

test("[sig-node] PodTemplates should run the lifecycle of PodTemplates", async () => {
  const selected = `${TEMPLATES}?labelSelector=podtemplate-static%3Dtrue`;
  await place.create(TEMPLATES, podTemplate("nginx-pod-template", { "podtemplate-static": "true" }));
  expect(
    (await cluster.whole.list(selected)).filter(({ metadata }) => metadata.namespace === place.namespace),
  ).toHaveLength(1);
  const patch = { metadata: { labels: { podtemplate: "patched" } } };
  expect(await place.patch(`${TEMPLATES}/nginx-pod-template`, patch, "strategic-merge")).toMatchObject(patch);
  expect(await place.get(`${TEMPLATES}/nginx-pod-template`)).toMatchObject(patch);
  await place.remove(`${TEMPLATES}/nginx-pod-template`);
  expect(await place.list(selected)).toEqual([]);
});

test("[sig-node] PodTemplates should delete a collection of pod templates", async () => {
  for (const name of ["one", "two", "three"]) await place.create(TEMPLATES, podTemplate(name, { set: "true" }));
  expect(await place.list(`${TEMPLATES}?labelSelector=set%3Dtrue`)).toHaveLength(3);
  await place.remove(`${TEMPLATES}?labelSelector=set%3Dtrue`);
  await place.become(TEMPLATES, (items) => items.length === 0);
});

test("[sig-node] PodTemplates should replace a pod template", async () => {
  await place.create(TEMPLATES, podTemplate("pt", {}));
  const updated = await place.update(`${TEMPLATES}/pt`, (object) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { updated: "true" } },
  }));
  expect(updated.metadata.annotations).toMatchObject({ updated: "true" });
});

test("[sig-node] ConfigMap should fail to create ConfigMap with empty key", async () => {
  await refused(place.send("POST", "v1/configmaps", { body: configMap("empty-key", { "": "value-1" }) }), 422);
});

test("[sig-node] Secrets should fail to create secret due to empty secret key", async () => {
  const body = { metadata: { name: "empty-key" }, data: { "": "dmFsdWUtMQ0K" } };
  await refused(place.send("POST", "v1/secrets", { body }), 422);
});

test("[sig-node] ConfigMap should run through a ConfigMap lifecycle", async () => {
  const selected = "v1/configmaps?labelSelector=test-configmap-static%3Dtrue";
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.create("v1/configmaps", configMap("test", { valueName: "value" }, { "test-configmap-static": "true" }));
  await nextEvent(watch, "ADDED", { metadata: { name: "test" } });
  const patch = { metadata: { labels: { "test-configmap": "patched" } }, data: { valueName: "value1" } };
  await place.patch("v1/configmaps/test", patch, "strategic-merge");
  await nextEvent(watch, "MODIFIED", patch);
  expect(await place.get("v1/configmaps/test")).toMatchObject(patch);
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await place.remove(selected);
  await nextEvent(watch, "DELETED", { metadata: { name: "test" } });
  expect(await place.list(selected)).toEqual([]);
  watch.close();
});

test("[sig-node] Secrets should patch a secret", async () => {
  const selected = "v1/secrets?labelSelector=testsecret-constant%3Dtrue";
  await place.create("v1/secrets", {
    metadata: { name: "test", labels: { "testsecret-constant": "true" } },
    data: { key: "dmFsdWU=" },
    type: "Opaque",
  });
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await place.patch(
    "v1/secrets/test",
    { metadata: { labels: { testsecret: "true" } }, data: { key: Buffer.from("value1").toString("base64") } },
    "strategic-merge",
  );
  expect(await place.get("v1/secrets/test")).toMatchObject({
    metadata: { labels: { testsecret: "true" } },
    data: { key: "dmFsdWUx" },
  });
  await place.remove(`v1/secrets?labelSelector=testsecret%3Dtrue`);
  expect(await place.list(selected)).toEqual([]);
});

const CLASSES = "node.k8s.io/v1/runtimeclasses";

test("[sig-node] RuntimeClass should support RuntimeClasses API operations", async () => {
  await supportsApiOperations(cluster.whole, {
    resource: CLASSES,
    kind: "RuntimeClass",
    make: (name, labels) => ({ metadata: { name, labels }, handler: "test-handler" }),
  });
});

test("[sig-node] RuntimeClass should reject a Pod requesting a non-existent RuntimeClass [NodeConformance]", async () => {
  await refused(place.send("POST", "v1/pods", { body: pod("p", { runtimeClassName: "nonexistent" }) }), 403);
});

test("[sig-node] RuntimeClass should reject a Pod requesting a deleted RuntimeClass [NodeConformance]", async () => {
  await cluster.whole.create(CLASSES, { metadata: { name: "deleted" }, handler: "runc" });
  await cluster.whole.remove(`${CLASSES}/deleted`);
  await cluster.whole.gone(`${CLASSES}/deleted`);
  await expect
    .poll(async () => (await place.send("POST", "v1/pods", { body: pod("p", { runtimeClassName: "deleted" }) })).status)
    .toBe(403);
});

test("[sig-node] Pods Extended Pods Set QOS Class should be set on Pods with matching resource requests and limits for memory and cpu", async () => {
  const resources = { requests: { cpu: "100m", memory: "100Mi" }, limits: { cpu: "100m", memory: "100Mi" } };
  const made = await place.create("v1/pods", pod("qos", { containers: [{ name: "c", image: "pause", resources }] }));
  expect(made["status"]).toMatchObject({ qosClass: "Guaranteed" });
});

test("[sig-node] Node Lifecycle should run through the lifecycle of a node", async () => {
  const { whole } = cluster;
  const name = "e2e-fake-node-x7k2p";
  const reference = `v1/nodes/${name}`;
  const conditions = [{ type: "Ready", status: "True", reason: "E2E", message: "Set from e2e test" }];
  const made = await whole.create("v1/nodes", {
    metadata: { name },
    spec: { unschedulable: true },
    status: { phase: "Running", conditions },
  });
  expect((await whole.get(reference)).metadata.uid).toBe(made.metadata.uid);
  const patched = await whole.patch(reference, { metadata: { labels: { [name]: "patched" } } }, "strategic-merge");
  expect(patched.metadata.labels).toMatchObject({ [name]: "patched" });
  expect(await whole.list(`v1/nodes?labelSelector=${name}%3Dpatched`)).toHaveLength(1);
  const updated = await whole.update(reference, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [name]: "updated" } },
  }));
  expect(updated.metadata.labels).toMatchObject({ [name]: "updated" });
  await whole.remove(reference);
  await whole.gone(reference);
});
