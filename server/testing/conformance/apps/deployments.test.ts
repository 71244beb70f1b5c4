import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { condition, NGINX, template, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at, matches } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const DEPLOYMENTS = "apps/v1/deployments";
const SETS = "apps/v1/replicasets";
const BROKEN = { spec: { template: template({ name: "web" }, {}, "webserver:404") } };

/** Waits until a Deployment is rolled out according to its spec, and no old pods are left. */
async function completes(place: ApiPlace, name: string): Promise<void> {
  const { spec, metadata } = await place.get(`${DEPLOYMENTS}/${name}`);
  const replicas = at<number>(spec, "replicas");
  const counts = { replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
  await place.becomes(`${DEPLOYMENTS}/${name}`, {
    status: { observedGeneration: (seen: number) => seen >= (metadata.generation ?? 0), ...counts },
  });
}

async function make(place: ApiPlace, replicas: number, spec: object = {}): Promise<void> {
  await place.create(DEPLOYMENTS, workload("web", replicas, spec));
}

test("[sig-apps] Deployment RollingUpdateDeployment should delete old pods and create new ones", async () => {
  const place = await cluster.namespace();
  const set = workload("web", 1);
  // A replica set that existed before, with its own revision.
  await place.create(SETS, {
    ...set,
    metadata: {
      ...set.metadata,
      name: "old",
      annotations: { "deployment.kubernetes.io/revision": "3546343826724305832" },
    },
  });
  await place.becomes(`${SETS}/old`, { status: { readyReplicas: 1 } });
  await make(place, 1, { template: template({ name: "web" }, {}, NGINX) });
  await place.becomes(`${DEPLOYMENTS}/web`, {
    metadata: { annotations: { "deployment.kubernetes.io/revision": "3546343826724305833" } },
  });
  await completes(place, "web");
  await place.becomes(`${SETS}/old`, {
    spec: { replicas: 0 },
    metadata: { ownerReferences: [{ kind: "Deployment", name: "web" }] },
  });
});

test("[sig-apps] Deployment RecreateDeployment should delete old pods and create new ones", async () => {
  const place = await cluster.namespace();
  await make(place, 1, { strategy: { type: "Recreate" } });
  await completes(place, "web");
  const watch = await place.watch("v1/pods?labelSelector=name%3Dweb&resourceVersion=0");
  const old = await nextEvent(watch, "ADDED");
  await place.patch(`${DEPLOYMENTS}/web`, { spec: { template: { spec: { terminationGracePeriodSeconds: 2 } } } });
  await completes(place, "web");
  // The old pod has ended before the new one starts.
  for (;;) {
    const event = await watch.next();
    if (event?.type === "ADDED") throw new Error("a new pod beside an old one");
    const isOver = ["Succeeded", "Failed"].includes(at(event?.object, "status.phase"));
    if (event?.type === "DELETED" || isOver) {
      expect(event?.object.metadata.uid).toBe(old.metadata.uid);
      break;
    }
  }
  watch.close();
});

test("[sig-apps] Deployment deployment should delete old replica sets", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, { ...workload("web", 1), metadata: { name: "old", labels: { name: "web" } } });
  await place.becomes(`${SETS}/old`, { status: { readyReplicas: 1 } });
  await make(place, 1, { revisionHistoryLimit: 0, template: template({ name: "web" }, {}, NGINX) });
  await completes(place, "web");
  const [left] = await place.become(SETS, (items) => items.length === 1);
  expect(left?.metadata.name).not.toBe("old");
});

test("[sig-apps] Deployment deployment should support rollover", async () => {
  const place = await cluster.namespace();
  await place.create(SETS, { ...workload("web", 1), metadata: { name: "old", labels: { name: "web" } } });
  await place.becomes(`${SETS}/old`, { status: { readyReplicas: 1 } });
  const rolling = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
  const absent = template({ name: "web" }, {}, "gcr.io/google_samples/gb-redisslave:nonexistent");
  await make(place, 1, { strategy: rolling, minReadySeconds: 1, template: absent });
  const stuck = (await place.become(SETS, (items) => items.length === 2)).find(
    ({ metadata }) => metadata.name !== "old",
  );
  await place.becomes(`${SETS}/${stuck?.metadata.name}`, { status: { replicas: 1 } });
  // The second change comes while the first one cannot complete.
  await place.update(`${DEPLOYMENTS}/web`, (object) => ({
    ...object,
    spec: { ...(object["spec"] as object), minReadySeconds: 0, template: template({ name: "web" }, {}, NGINX) },
  }));
  await completes(place, "web");
  for (const name of ["old", stuck?.metadata.name])
    await place.becomes(`${SETS}/${name}`, { spec: { replicas: 0 }, status: { replicas: 0 } });
});

test("[sig-apps] Deployment deployment should support proportional scaling", async () => {
  const place = await cluster.namespace();
  const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } };
  await make(place, 10, { strategy });
  await completes(place, "web");
  const [first] = await place.list(SETS);
  await place.patch(`${DEPLOYMENTS}/web`, BROKEN, "strategic-merge");
  const second = (await place.become(SETS, (items) => items.length === 2)).find(
    ({ metadata }) => metadata.uid !== first?.metadata.uid,
  );
  const sets = [first, second].map((set) => `${SETS}/${set?.metadata.name}`);
  await place.becomes(sets[0] ?? "", { spec: { replicas: 8 }, status: { availableReplicas: 8 } });
  await place.becomes(sets[1] ?? "", { spec: { replicas: 5 }, status: { replicas: 5 } });
  await place.becomes(`${DEPLOYMENTS}/web`, {
    status: { observedGeneration: 2, availableReplicas: 8, updatedReplicas: 5 },
  });
  await place.patch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 30 } });
  // The 20 additional replicas are distributed in proportion to the sizes of the sets.
  await place.becomes(sets[0] ?? "", { spec: { replicas: 20 } });
  await place.becomes(sets[1] ?? "", { spec: { replicas: 13 } });
});

test("[sig-apps] Deployment Deployment should have a working scale subresource", async () => {
  const place = await cluster.namespace();
  await make(place, 1);
  await completes(place, "web");
  expect(await place.get(`${DEPLOYMENTS}/web/scale`)).toMatchObject({ kind: "Scale", spec: { replicas: 1 } });
  await place.update(`${DEPLOYMENTS}/web/scale`, (object) => ({ ...object, spec: { replicas: 2 } }));
  expect(await place.get(`${DEPLOYMENTS}/web`)).toMatchObject({ spec: { replicas: 2 } });
  await place.patch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 4 } });
  await completes(place, "web");
  expect(await place.get(`${DEPLOYMENTS}/web`)).toMatchObject({ spec: { replicas: 4 } });
});

test("[sig-apps] Deployment should run the lifecycle of a Deployment", async () => {
  const place = await cluster.namespace();
  const labels = { name: "web", "test-deployment-static": "true" };
  const selected = `${DEPLOYMENTS}?labelSelector=test-deployment-static%3Dtrue`;
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.create(DEPLOYMENTS, workload("web", 2, {}, labels));
  await nextEvent(watch, "ADDED", { metadata: { name: "web" } });
  await nextEvent(watch, "MODIFIED", { status: { availableReplicas: 2 } });
  const image = { containers: [{ name: "main", image: NGINX }] };
  await place.patch(
    `${DEPLOYMENTS}/web`,
    { metadata: { labels: { "test-deployment": "patched" } }, spec: { replicas: 1, template: { spec: image } } },
    "strategic-merge",
  );
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-deployment": "patched" } }, spec: { replicas: 1 } });
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await completes(place, "web");
  await place.patch(`${DEPLOYMENTS}/web/status`, {
    metadata: { labels: { "test-deployment": "patched-status" } },
    status: { readyReplicas: 0, availableReplicas: 0 },
  });
  await nextEvent(watch, "MODIFIED", { status: { readyReplicas: (count: unknown) => (count ?? 0) === 0 } });
  expect(await place.get(`${DEPLOYMENTS}/web/status`)).toMatchObject({ kind: "Deployment" });
  await completes(place, "web");
  await place.update(`${DEPLOYMENTS}/web`, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, "test-deployment": "updated" } },
  }));
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-deployment": "updated" } } });
  await place.update(`${DEPLOYMENTS}/web/status`, (object) => ({
    ...object,
    status: {
      ...(object["status"] as object),
      conditions: [condition("Held", "True", { reason: "Test", message: "held" })],
    },
  }));
  await nextEvent(watch, "MODIFIED", { status: { conditions: [{ type: "Held" }] } });
  await place.remove(selected);
  await nextEvent(watch, "DELETED", { metadata: { name: "web" } });
  watch.close();
});

test("[sig-apps] Deployment should validate Deployment Status endpoints", async () => {
  const place = await cluster.namespace();
  await make(place, 1);
  await completes(place, "web");
  const watch = await place.watch(`${DEPLOYMENTS}?labelSelector=name%3Dweb&resourceVersion=0`);
  expect(matches(await place.get(`${DEPLOYMENTS}/web/status`), { status: { readyReplicas: 1 } })).toBe(true);
  const set = condition("StatusUpdate", "True", { reason: "E2E", message: "Set from a test" });
  await place.update(`${DEPLOYMENTS}/web/status`, (object) => {
    const status = object["status"] as { conditions: object[] };
    return { ...object, status: { ...status, conditions: [...status.conditions, set] } };
  });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [set] } });
  const patched = condition("StatusPatched");
  await place.patch(`${DEPLOYMENTS}/web/status`, { status: { conditions: [patched] } });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [patched] } });
  watch.close();
});
