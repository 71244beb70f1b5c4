import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { condition, NGINX, pod, replicationController, template, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at, matches } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const SETS = "apps/v1/replicasets";
const RCS = "v1/replicationcontrollers";
const RUNNING = { status: { phase: "Running", conditions: [condition("Ready")] } };

/** Waits until all pods of a workload run, each with its own address. */
async function serves(place: ApiPlace, label: string, count: number): Promise<void> {
  const pods = await place.become(
    `v1/pods?labelSelector=${encodeURIComponent(label)}`,
    (items) => items.filter((item) => matches(item, RUNNING)).length === count,
  );
  expect(new Set(pods.map((item) => at(item, "status.podIP"))).size).toBe(count);
}

/** Expects an unowned pod to be adopted by a workload that is created later and selects its labels. */
async function adopts(place: ApiPlace, resource: string, kind: string, body: object): Promise<void> {
  const name = "adopted";
  await place.create("v1/pods", pod(name, { labels: { name } }));
  await place.becomes(`v1/pods/${name}`, RUNNING);
  const owner = await place.create(resource, body);
  await place.becomes(`v1/pods/${name}`, {
    metadata: { ownerReferences: [{ kind, uid: owner.metadata.uid, controller: true }] },
  });
  await place.becomes(`${resource}/${name}`, { status: { replicas: 1 } });
}

/** Expects a pod whose labels change to be released, and to be replaced. */
async function releases(place: ApiPlace, resource: string, owner: string): Promise<void> {
  const [first] = await place.become("v1/pods", (items) => items.some((item) => isOwned(item, owner)));
  const name = first?.metadata.name ?? "";
  await place.patch(`v1/pods/${name}`, { metadata: { labels: { name: "not-matching-name" } } });
  await place.becomes(`v1/pods/${name}`, {
    metadata: { ownerReferences: (owners: unknown[] | undefined) => (owners ?? []).length === 0 },
  });
  await place.become("v1/pods", (items) => items.some((item) => isOwned(item, owner) && item.metadata.name !== name));
  await place.becomes(`${resource}/${owner}`, { status: { replicas: 1 } });
}
const isOwned = (item: { metadata: object }, name: string): boolean =>
  matches(item.metadata, { ownerReferences: [{ name }] });

test("[sig-apps] ReplicaSet should serve a basic image on each replica with a public image", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, workload("basic", 2, { template: template({ name: "basic" }, {}, NGINX) }));
  await serves(place, "name=basic", 2);
});

test("[sig-apps] ReplicationController should serve a basic image on each replica with a public image", async () => {
  const place = await cluster.namespace();
  await place.create(RCS, replicationController("basic", 2, { template: template({ name: "basic" }, {}, NGINX) }));
  await serves(place, "name=basic", 2);
});

test("[sig-apps] ReplicaSet should adopt matching pods on creation and release no longer matching pods", async () => {
  const place = await cluster.namespace();
  await adopts(place, SETS, "ReplicaSet", workload("adopted", 1));
  await releases(place, SETS, "adopted");
});

test("[sig-apps] ReplicationController should adopt matching pods on creation", async () => {
  await adopts(await cluster.namespace(), RCS, "ReplicationController", replicationController("adopted", 1));
});

test("[sig-apps] ReplicationController should release no longer matching pods", async () => {
  const place = await cluster.namespace();
  await place.create(RCS, replicationController("releasing", 1));
  await releases(place, RCS, "releasing");
});

test("[sig-apps] ReplicaSet Replicaset should have a working scale subresource", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, workload("scaled", 1));
  await place.becomes(`${SETS}/scaled`, { status: { readyReplicas: 1 } });
  const scale = await place.get(`${SETS}/scaled/scale`);
  expect(scale).toMatchObject({
    kind: "Scale",
    spec: { replicas: 1 },
    status: { replicas: 1, selector: "name=scaled" },
  });
  const updated = await place.update(`${SETS}/scaled/scale`, (object) => ({ ...object, spec: { replicas: 2 } }));
  expect(updated).toMatchObject({ spec: { replicas: 2 } });
  expect(await place.get(`${SETS}/scaled`)).toMatchObject({ spec: { replicas: 2 } });
  const patched = await place.patch(`${SETS}/scaled/scale`, { spec: { replicas: 4 } });
  expect(patched).toMatchObject({ spec: { replicas: 4 } });
  await place.becomes(`${SETS}/scaled`, { spec: { replicas: 4 }, status: { readyReplicas: 4 } });
});

test("[sig-apps] ReplicationController should get and update a ReplicationController scale", async () => {
  const place = await cluster.namespace();
  await place.create(RCS, replicationController("scaled", 1));
  await place.becomes(`${RCS}/scaled`, { status: { readyReplicas: 1 } });
  expect(await place.get(`${RCS}/scaled/scale`)).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 1 } });
  await place.update(`${RCS}/scaled/scale`, (object) => ({ ...object, spec: { replicas: 2 } }));
  await place.becomes(`${RCS}/scaled`, { spec: { replicas: 2 }, status: { readyReplicas: 2 } });
});

test("[sig-apps] ReplicaSet Replace and Patch tests", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, workload("patched", 1));
  await place.becomes(`${SETS}/patched`, { status: { readyReplicas: 1 } });
  await place.patch(`${SETS}/patched/scale`, { spec: { replicas: 2 } });
  await place.becomes(`${SETS}/patched`, { status: { readyReplicas: 2 } });
  const watch = await place.watch(`${SETS}?labelSelector=name%3Dpatched&resourceVersion=0`);
  const spec = { terminationGracePeriodSeconds: 0, containers: [{ name: "main", image: NGINX }] };
  await place.patch(
    `${SETS}/patched`,
    { metadata: { labels: { "test-rs": "patched" } }, spec: { replicas: 3, template: { spec } } },
    "strategic-merge",
  );
  const seen = await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-rs": "patched" } } });
  watch.close();
  expect(seen).toMatchObject({ spec: { replicas: 3, template: { spec } } });
  expect(seen.metadata.labels).toMatchObject({ name: "patched" });
  await place.becomes(`${SETS}/patched`, { status: { readyReplicas: 3 } });
});

test("[sig-apps] ReplicaSet should list and delete a collection of ReplicaSets", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, workload("many", 3));
  await place.becomes(`${SETS}/many`, { status: { readyReplicas: 3 } });
  const everywhere = await cluster.whole.list(`${SETS}?labelSelector=name%3Dmany`);
  expect(everywhere.map(({ metadata }) => metadata.name)).toEqual(["many"]);
  await place.remove(`${SETS}?labelSelector=name%3Dmany`);
  await place.become(SETS, (items) => items.length === 0);
});

test("[sig-apps] ReplicaSet should validate Replicaset Status endpoints", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, workload("status", 1));
  await place.becomes(`${SETS}/status`, { status: { readyReplicas: 1 } });
  const watch = await place.watch(`${SETS}?labelSelector=name%3Dstatus&resourceVersion=0`);
  expect(await place.get(`${SETS}/status/status`)).toMatchObject({ status: { replicas: 1 } });
  const set = condition("StatusUpdate", "True", { reason: "E2E", message: "Set by a test" });
  await place.update(`${SETS}/status/status`, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [set] },
  }));
  await nextEvent(watch, "MODIFIED", { status: { conditions: [set] } });
  const patch = condition("StatusPatched");
  await place.patch(`${SETS}/status/status`, { status: { conditions: [patch] } });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [patch] } });
  watch.close();
});

test("[sig-apps] ReplicationController should surface a failure condition on a common issue like exceeded quota", async () => {
  const place = await cluster.namespace();
  await place.create("v1/resourcequotas", { metadata: { name: "few" }, spec: { hard: { pods: "2" } } });
  await place.becomes("v1/resourcequotas/few", { status: { hard: { pods: "2" }, used: { pods: "0" } } });
  await place.create(RCS, replicationController("many", 3));
  await place.becomes(`${RCS}/many`, {
    status: { conditions: [condition("ReplicaFailure", "True", { reason: "FailedCreate" })] },
  });
  await place.update(`${RCS}/many`, (object) => ({ ...object, spec: { ...(object["spec"] as object), replicas: 2 } }));
  await place.becomes(`${RCS}/many`, {
    status: {
      conditions: (list: object[] | undefined) =>
        !(list ?? []).some((each) => matches(each, { type: "ReplicaFailure" })),
    },
  });
});

test("[sig-apps] ReplicationController should test the lifecycle of a ReplicationController", async () => {
  const place = await cluster.namespace();
  const watch = await place.watch(`${RCS}?labelSelector=test-rc-static%3Dtrue&resourceVersion=0`);
  const { metadata, spec } = replicationController("life", 1);
  await place.create(RCS, { metadata: { ...metadata, labels: { "test-rc-static": "true" } }, spec });
  await nextEvent(watch, "ADDED", { metadata: { name: "life" } });
  await place.becomes(`${RCS}/life`, { status: { readyReplicas: 1 } });
  await place.patch(`${RCS}/life`, { metadata: { labels: { "test-rc": "patched" } } });
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-rc": "patched" } } });
  await place.patch(`${RCS}/life/status`, { status: { readyReplicas: 0, availableReplicas: 0 } });
  await nextEvent(watch, "MODIFIED", { status: { readyReplicas: (count: unknown) => (count ?? 0) === 0 } });
  await place.becomes(`${RCS}/life`, { status: { readyReplicas: 1 } });
  await place.patch(`${RCS}/life/scale`, { spec: { replicas: 2 } });
  await nextEvent(watch, "MODIFIED", { spec: { replicas: 2 } });
  await place.becomes(`${RCS}/life`, { status: { readyReplicas: 2, availableReplicas: 2 } });
  const updated = await place.update(`${RCS}/life`, (object) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { "test-rc": "updated" } },
  }));
  expect(updated.metadata.annotations).toMatchObject({ "test-rc": "updated" });
  expect(await cluster.whole.list(`${RCS}?labelSelector=test-rc-static%3Dtrue`)).toHaveLength(1);
  await place.remove(`${RCS}?labelSelector=test-rc-static%3Dtrue`);
  await nextEvent(watch, "DELETED", { metadata: { name: "life" } });
  watch.close();
});
