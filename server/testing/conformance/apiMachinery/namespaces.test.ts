import { afterAll, beforeAll, expect, test } from "vitest";
import { pod, service } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const ref = (name: string): string => `v1/namespaces/${name}`;

test("[sig-api-machinery] Namespaces [Serial] should ensure that all pods are removed when a namespace is deleted", async () => {
  const place = await cluster.namespace();
  await place.create("v1/pods", pod("test-pod"));
  await place.becomes("v1/pods/test-pod", { status: { phase: "Running" } });
  await cluster.whole.remove(ref(place.namespace));
  await cluster.whole.gone(ref(place.namespace));
  await cluster.whole.create("v1/namespaces", { metadata: { name: place.namespace } });
  expect(await place.list("v1/pods")).toEqual([]);
});

test("[sig-api-machinery] Namespaces [Serial] should ensure that all services are removed when a namespace is deleted", async () => {
  const place = await cluster.namespace();
  await place.create("v1/services", service("test-service"));
  await cluster.whole.remove(ref(place.namespace));
  await cluster.whole.gone(ref(place.namespace));
  await cluster.whole.create("v1/namespaces", { metadata: { name: place.namespace } });
  expect((await place.send("GET", "v1/services/test-service")).status).toBe(404);
});

test("[sig-api-machinery] Namespaces [Serial] should patch a Namespace", async () => {
  const { namespace } = await cluster.namespace();
  await cluster.whole.patch(ref(namespace), { metadata: { labels: { testLabel: "testValue" } } }, "strategic-merge");
  expect((await cluster.whole.get(ref(namespace))).metadata.labels).toMatchObject({ testLabel: "testValue" });
});

test("[sig-api-machinery] Namespaces [Serial] should apply an update to a Namespace", async () => {
  const { namespace } = await cluster.namespace();
  const updated = await cluster.whole.update(ref(namespace), (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [namespace]: "updated" } },
  }));
  expect(updated.metadata.labels).toMatchObject({ [namespace]: "updated" });
});

test("[sig-api-machinery] Namespaces [Serial] should apply changes to a namespace status", async () => {
  const { namespace } = await cluster.namespace();
  const condition = (type: string) => ({
    type,
    status: "True",
    reason: "E2E",
    message: "Set from a test",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  });
  const status = `${ref(namespace)}/status`;
  expect(await cluster.whole.get(status)).toMatchObject({ status: { phase: "Active" } });
  const patch = { metadata: { annotations: { patched: "yes" } }, status: { conditions: [condition("StatusPatch")] } };
  expect(await cluster.whole.patch(status, patch)).toMatchObject({
    ...patch,
    status: { ...patch.status, phase: "Active" },
  });
  const updated = await cluster.whole.update(status, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [condition("StatusUpdate")] },
  }));
  expect(updated).toMatchObject({ status: { conditions: [condition("StatusUpdate")] } });
});

test("[sig-api-machinery] Namespaces [Serial] should apply a finalizer to a Namespace", async () => {
  const { namespace } = await cluster.namespace();
  const name = "e2e.example.com/fakeFinalizer";
  const before = await cluster.whole.get(ref(namespace));
  const added = await cluster.whole.send("PUT", `${ref(namespace)}/finalize`, {
    body: { ...before, spec: { finalizers: ["kubernetes", name] } },
  });
  expect(added.body).toMatchObject({ spec: { finalizers: ["kubernetes", name] } });
  const body = { ...(await cluster.whole.get(ref(namespace))), spec: { finalizers: ["kubernetes"] } };
  const removed = await cluster.whole.send("PUT", `${ref(namespace)}/finalize`, { body });
  expect(removed.body["spec"]).toEqual({ finalizers: ["kubernetes"] });
});
