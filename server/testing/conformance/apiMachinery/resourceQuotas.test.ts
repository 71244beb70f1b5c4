import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isSharedStore } from "../../testedEngine.ts";
import { type ApiPlace, type Item, nextEvent, refused } from "../apiPlace.ts";
import { configMap, pod, replicationController, service, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

// On a shared store, used amounts decrease only after 15 seconds.
if (isSharedStore) vi.setConfig({ testTimeout: 180_000 });

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const QUOTAS = "v1/resourcequotas";

const used = (place: ApiPlace, amounts: Record<string, string>, name = "test-quota"): Promise<Item> =>
  place.becomes(`${QUOTAS}/${name}`, { status: { used: amounts } });

/** A namespace whose quota has a status. */
async function withQuota(hard: Record<string, string>): Promise<ApiPlace> {
  const place = await cluster.namespace();
  await place.create(QUOTAS, { metadata: { name: "test-quota" }, spec: { hard } });
  await place.becomes(`${QUOTAS}/test-quota`, { status: { hard, used: {} } });
  return place;
}
const requests = (cpu: string, memory: string, more: object = {}) => ({
  containers: [{ name: "c", image: "pause", resources: { requests: { cpu, memory, ...more } } }],
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and ensure its status is promptly calculated.", async () => {
  const place = await withQuota({ pods: "5", services: "10" });
  await used(place, { pods: "0", services: "0" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a service.", async () => {
  const place = await withQuota({ services: "10", "services.nodeports": "1", "services.loadbalancers": "1" });
  await place.create("v1/services", service("cluster-ip"));
  await place.create("v1/services", service("node-port", { type: "NodePort" }));
  await used(place, { services: "2", "services.nodeports": "1", "services.loadbalancers": "0" });
  await refused(place.send("POST", "v1/services", { body: service("balanced", { type: "LoadBalancer" }) }), 403);
  for (const name of ["cluster-ip", "node-port"]) await place.remove(`v1/services/${name}`);
  await used(place, { services: "0", "services.nodeports": "0" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a secret.", async () => {
  const place = await withQuota({ secrets: "1" });
  await used(place, { secrets: "0" });
  await place.create("v1/secrets", { metadata: { name: "test-secret" }, data: { "data-1": "dmFsdWUtMQo=" } });
  await used(place, { secrets: "1" });
  await place.remove("v1/secrets/test-secret");
  await used(place, { secrets: "0" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a configMap.", async () => {
  const place = await withQuota({ configmaps: "2" });
  await used(place, { configmaps: "1" });
  await place.create("v1/configmaps", configMap("test-configmap"));
  await used(place, { configmaps: "2" });
  await place.remove("v1/configmaps/test-configmap");
  await used(place, { configmaps: "1" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a pod.", async () => {
  const extended = "requests.example.com/dongle";
  const place = await withQuota({ pods: "5", cpu: "1", memory: "500Mi", "ephemeral-storage": "50Gi", [extended]: "3" });
  const dongle = (count: string) => ({ "example.com/dongle": count, "ephemeral-storage": "30Gi" });
  const made = (name: string, cpu: string, memory: string, count: string) => {
    const { containers } = requests(cpu, memory, dongle(count));
    return pod(name, {
      containers: containers.map((each) => ({
        ...each,
        resources: { ...each.resources, limits: { "example.com/dongle": count } },
      })),
    });
  };
  await place.create("v1/pods", made("test-pod", "500m", "252Mi", "2"));
  const full = { pods: "1", cpu: "500m", memory: "252Mi", "ephemeral-storage": "30Gi", [extended]: "2" };
  await used(place, full);
  await refused(place.send("POST", "v1/pods", { body: made("fail-pod", "600m", "100Mi", "1") }), 403);
  await refused(
    place.send("POST", "v1/pods", { body: made("fail-pod-for-extended-resource", "500m", "100Mi", "2") }),
    403,
  );
  const { body } = await place.send("PATCH", "v1/pods/test-pod", {
    body: { spec: { containers: [{ name: "c", resources: { requests: { cpu: "100m" } } }] } },
    headers: { "content-type": "application/strategic-merge-patch+json" },
  });
  expect(body).toMatchObject({ code: 422 });
  await used(place, full);
  await place.remove("v1/pods/test-pod", { gracePeriodSeconds: 0 });
  await used(place, { pods: "0", cpu: "0", memory: "0", [extended]: "0" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a replication controller.", async () => {
  const place = await withQuota({ replicationcontrollers: "1" });
  await place.create("v1/replicationcontrollers", replicationController("test-rc", 0));
  await used(place, { replicationcontrollers: "1" });
  await place.remove("v1/replicationcontrollers/test-rc");
  await used(place, { replicationcontrollers: "0" });
});

test("[sig-api-machinery] ResourceQuota should create a ResourceQuota and capture the life of a replica set.", async () => {
  const place = await withQuota({ "count/replicasets.apps": "5" });
  await place.create("apps/v1/replicasets", workload("test-rs", 0));
  await used(place, { "count/replicasets.apps": "1" });
  await place.remove("apps/v1/replicasets/test-rs");
  await used(place, { "count/replicasets.apps": "0" });
});

/** Creates two quotas of opposite scopes, and pods that each belong to one of them. */
async function scoped(
  hard: Record<string, string>,
  [one, other]: readonly [string, string],
  bodies: readonly [object, object],
): Promise<void> {
  const place = await cluster.namespace();
  for (const scope of [one, other]) {
    await place.create(QUOTAS, { metadata: { name: scope.toLowerCase() }, spec: { hard, scopes: [scope] } });
    await used(place, { pods: "0" }, scope.toLowerCase());
  }
  for (const [counts, ignores, body] of [
    [one, other, bodies[0]],
    [other, one, bodies[1]],
  ] as const) {
    await place.create("v1/pods", body);
    await used(place, { pods: "1" }, counts.toLowerCase());
    await used(place, { pods: "0" }, ignores.toLowerCase());
    await place.remove("v1/pods", { gracePeriodSeconds: 0 });
    await used(place, { pods: "0" }, counts.toLowerCase());
  }
}

test("[sig-api-machinery] ResourceQuota should verify ResourceQuota with best effort scope.", async () => {
  await scoped(
    { pods: "5" },
    ["BestEffort", "NotBestEffort"],
    [pod("besteffort"), pod("burstable", requests("10m", "10Mi"))],
  );
});

test("[sig-api-machinery] ResourceQuota should verify ResourceQuota with terminating scopes.", async () => {
  const both = {
    containers: requests("500m", "200Mi").containers.map((each) => ({
      ...each,
      resources: { ...each.resources, limits: { cpu: "1", memory: "400Mi" } },
    })),
  };
  await scoped(
    { pods: "5", "requests.cpu": "1", "requests.memory": "500Mi", "limits.cpu": "2", "limits.memory": "1Gi" },
    ["NotTerminating", "Terminating"],
    [pod("long-running", both), pod("terminating", { ...both, activeDeadlineSeconds: 3600 })],
  );
});

test("[sig-api-machinery] ResourceQuota should be able to update and delete ResourceQuota.", async () => {
  const place = await cluster.namespace();
  await place.create(QUOTAS, { metadata: { name: "test-quota" }, spec: { hard: { cpu: "500m", memory: "256Mi" } } });
  expect(await place.get(`${QUOTAS}/test-quota`)).toMatchObject({ spec: { hard: { cpu: "500m", memory: "256Mi" } } });
  const hard = { cpu: "1", memory: "512Mi" };
  expect(await place.update(`${QUOTAS}/test-quota`, (object) => ({ ...object, spec: { hard } }))).toMatchObject({
    spec: { hard },
  });
  expect(await place.get(`${QUOTAS}/test-quota`)).toMatchObject({ spec: { hard } });
  await place.remove(`${QUOTAS}/test-quota`);
  await refused(place.send("GET", `${QUOTAS}/test-quota`), 404);
});

test("[sig-api-machinery] ResourceQuota should manage the lifecycle of a ResourceQuota", async () => {
  const place = await cluster.namespace();
  const selected = `${QUOTAS}?labelSelector=e2e-rq%3Done`;
  await place.create(QUOTAS, {
    metadata: { name: "rq", labels: { "e2e-rq": "one" } },
    spec: { hard: { cpu: "1", memory: "500Mi" } },
  });
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  const patched = await place.patch(
    `${QUOTAS}/rq`,
    { metadata: { labels: { patched: "yes" } }, spec: { hard: { memory: "750Mi" } } },
    "strategic-merge",
  );
  expect(patched).toMatchObject({
    metadata: { labels: { patched: "yes" } },
    spec: { hard: { cpu: "1", memory: "750Mi" } },
  });
  await place.remove(selected);
  await place.become(QUOTAS, (items) => items.length === 0);
});

test("[sig-api-machinery] ResourceQuota should apply changes to a resourcequota status", async () => {
  const hard = { cpu: "500m", memory: "256Mi" };
  const place = await withQuota(hard);
  const watch = await place.watch(`${QUOTAS}?resourceVersion=0`);
  const set = { hard: { cpu: "750m", memory: "512Mi" } };
  await place.update(`${QUOTAS}/test-quota`, (object) => ({ ...object, spec: set }));
  await place.update(`${QUOTAS}/test-quota/status`, (object) => ({
    ...object,
    status: { ...set, used: { cpu: "0", memory: "0" } },
  }));
  await nextEvent(watch, "MODIFIED", { status: { hard: set.hard } });
  await place.patch(`${QUOTAS}/test-quota/status`, { status: { hard: { cpu: "1", memory: "1Gi" } } });
  await nextEvent(watch, "MODIFIED", { status: { hard: { cpu: "1", memory: "1Gi" } } });
  watch.close();
  // The controller counts again, and copies the spec's limits to the status.
  await place.becomes(`${QUOTAS}/test-quota`, { status: set });
  expect(await place.get(`${QUOTAS}/test-quota/status`)).toMatchObject({ status: set });
});
