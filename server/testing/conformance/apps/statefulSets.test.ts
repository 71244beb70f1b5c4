import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, nextEvent } from "../apiPlace.ts";
import { condition, NGINX, PAUSE, template, workload } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { execOutput } from "../containerOutput.ts";
import { at, matches } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const SETS = "apps/v1/statefulsets";
const SELECTED = "v1/pods?labelSelector=name%3Dss";
const READY = { status: { phase: "Running", conditions: [condition("Ready")] } };

async function make(replicas: number, spec: object = {}): Promise<ApiPlace> {
  const place = await cluster.namespace();
  await place.create("v1/services", {
    metadata: { name: "test" },
    spec: { clusterIP: "None", selector: { name: "ss" }, ports: [{ port: 80 }] },
  });
  await place.create(SETS, workload("ss", replicas, { serviceName: "test", ...spec }));
  return place;
}
const runs = (place: ApiPlace, replicas: number): Promise<Item> =>
  place.becomes(`${SETS}/ss`, {
    status: { replicas, readyReplicas: replicas === 0 ? (n: unknown) => (n ?? 0) === 0 : replicas },
  });

/** A readiness probe of a web server that succeeds while its page exists. */
const readinessProbe = { httpGet: { path: "/index.html", port: 80 }, periodSeconds: 1, failureThreshold: 1 };
const BREAKABLE = {
  template: template({ name: "ss" }, { containers: [{ name: "main", image: "httpd:2.4.38", readinessProbe }] }),
};
const PAGE = "/usr/local/apache2/htdocs/index.html";
const breakPage = (place: ApiPlace, name: string): Promise<string> =>
  execOutput(place, name, ["/bin/sh", "-x", "-c", `mv -v ${PAGE} /tmp/ || true`]);
const restorePage = (place: ApiPlace, name: string): Promise<string> =>
  execOutput(place, name, ["/bin/sh", "-x", "-c", `mv -v /tmp/index.html ${PAGE.replace("index.html", "")} || true`]);
const noneReady = { status: { readyReplicas: (count: unknown) => (count ?? 0) === 0 } };

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should have a working scale subresource", async () => {
  const place = await make(1);
  await runs(place, 1);
  expect(await place.get(`${SETS}/ss/scale`)).toMatchObject({
    kind: "Scale",
    spec: { replicas: 1 },
    status: { replicas: 1 },
  });
  await place.update(`${SETS}/ss/scale`, (object) => ({ ...object, spec: { replicas: 2 } }));
  await runs(place, 2);
  await place.patch(`${SETS}/ss/scale`, { spec: { replicas: 4 } });
  expect(await place.get(`${SETS}/ss`)).toMatchObject({ spec: { replicas: 4 } });
  await runs(place, 4);
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should list, patch and delete a collection of StatefulSets", async () => {
  const place = await make(1);
  await runs(place, 1);
  await place.patch(
    `${SETS}/ss`,
    {
      metadata: { labels: { "test-ss": "patched" } },
      spec: {
        replicas: 2,
        template: { spec: { terminationGracePeriodSeconds: 0, containers: [{ name: "main", image: NGINX }] } },
      },
    },
    "strategic-merge",
  );
  expect(await place.get(`${SETS}/ss`)).toMatchObject({
    spec: { replicas: 2, template: { spec: { containers: [{ image: NGINX }] } } },
  });
  await place.becomes(`${SETS}/ss`, { status: { readyReplicas: 2, updatedReplicas: 2 } });
  const everywhere = await cluster.whole.list(`${SETS}?labelSelector=test-ss%3Dpatched`);
  expect(everywhere).toHaveLength(1);
  await place.remove(`${SETS}?labelSelector=test-ss%3Dpatched`);
  await place.become(SETS, (items) => items.length === 0);
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should validate Statefulset Status endpoints", async () => {
  const place = await make(1);
  await runs(place, 1);
  const watch = await place.watch(`${SETS}?labelSelector=name%3Dss&resourceVersion=0`);
  expect(await place.get(`${SETS}/ss/status`)).toMatchObject({ status: { replicas: 1 } });
  const set = condition("StatusUpdate", "True", { reason: "E2E", message: "Set from a test" });
  await place.update(`${SETS}/ss/status`, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [set] },
  }));
  await nextEvent(watch, "MODIFIED", { status: { conditions: [set] } });
  await place.patch(`${SETS}/ss/status`, { status: { conditions: [condition("StatusPatched")] } });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [condition("StatusPatched")] } });
  watch.close();
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Should recreate evicted statefulset", async () => {
  const [node] = await readyNodes(cluster.whole);
  const ports = [{ containerPort: 21017, hostPort: 21017 }];
  const onNode = { nodeName: node, containers: [{ name: "main", image: NGINX, ports }] };
  const place = await cluster.namespace();
  await place.create("v1/pods", { metadata: { name: "test-pod" }, spec: onNode });
  await place.becomes("v1/pods/test-pod", { status: { phase: "Running" } });
  await place.create(SETS, workload("ss", 1, { serviceName: "test", template: template({ name: "ss" }, onNode) }));
  const watch = await place.watch(`${SELECTED}&resourceVersion=0`);
  // The port is taken: the pod fails on the node, is deleted, and is recreated.
  const failed = await nextEvent(watch, "MODIFIED", { metadata: { name: "ss-0" }, status: { phase: "Failed" } });
  const deleted = await nextEvent(watch, "DELETED", { metadata: { name: "ss-0" } });
  expect(deleted.metadata.uid).toBe(failed.metadata.uid);
  watch.close();
  await place.remove("v1/pods/test-pod", { gracePeriodSeconds: 0 });
  await place.becomes("v1/pods/ss-0", {
    status: { phase: "Running" },
    metadata: { uid: (uid: string) => uid !== failed.metadata.uid },
  });
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should perform rolling updates and roll backs of template modifications", async () => {
  const place = await make(3);
  await runs(place, 3);
  const before = await place.get(`${SETS}/ss`);
  const revision = at<string>(before, "status.currentRevision");
  expect(at(before, "status.updateRevision")).toBe(revision);
  const roll = async (to: string): Promise<string> => {
    const watch = await place.watch(
      `${SELECTED}&resourceVersion=${(await place.get(`${SETS}/ss`)).metadata.resourceVersion}`,
    );
    await place.patch(
      `${SETS}/ss`,
      { spec: { template: { spec: { containers: [{ name: "main", image: to }] } } } },
      "strategic-merge",
    );
    // In order of descending ordinals.
    for (const name of ["ss-2", "ss-1", "ss-0"]) {
      await nextEvent(watch, "ADDED", { metadata: { name }, spec: { containers: [{ image: to }] } });
    }
    watch.close();
    const done = await place.becomes(`${SETS}/ss`, {
      status: { readyReplicas: 3, updatedReplicas: 3, currentReplicas: 3 },
    });
    expect(at(done, "status.currentRevision")).toBe(at(done, "status.updateRevision"));
    return at(done, "status.currentRevision");
  };
  expect(await roll(NGINX)).not.toBe(revision);
  expect(await roll(PAUSE)).toBe(revision);
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] should perform canary updates and phased rolling updates of template modifications", async () => {
  const place = await make(3, { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 3 } } });
  await runs(place, 3);
  const images = async (): Promise<unknown[]> => {
    const pods = await place.list(SELECTED);
    return pods
      .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
      .map((item) => at(item, "spec.containers.0.image"));
  };
  const partition = (value: number): Promise<Item> =>
    place.patch(`${SETS}/ss`, { spec: { updateStrategy: { rollingUpdate: { partition: value } } } });
  const old = at<string>(await place.get(`${SETS}/ss`), "status.currentRevision");
  await place.patch(
    `${SETS}/ss`,
    { spec: { template: { spec: { containers: [{ name: "main", image: NGINX }] } } } },
    "strategic-merge",
  );
  await place.becomes(`${SETS}/ss`, {
    status: { observedGeneration: 2, updateRevision: (name: string) => name !== old },
  });
  expect(await images()).toEqual([PAUSE, PAUSE, PAUSE]);
  await partition(2);
  await place.becomes(`${SETS}/ss`, { status: { updatedReplicas: 1, readyReplicas: 3 } });
  expect(await images()).toEqual([PAUSE, PAUSE, NGINX]);
  // A deleted pod is recreated with the template of its side of the partition.
  await place.remove("v1/pods/ss-0");
  await place.remove("v1/pods/ss-2");
  await place.become(
    SELECTED,
    (items) =>
      items.length === 3 &&
      items.every((item) => matches(item, READY) && item.metadata.deletionTimestamp === undefined),
  );
  expect(await images()).toEqual([PAUSE, PAUSE, NGINX]);
  await partition(1);
  await place.become(
    SELECTED,
    (items) =>
      items.filter((item) => matches(item, { spec: { containers: [{ image: NGINX }] }, ...READY })).length === 2,
  );
  await partition(0);
  await place.becomes(`${SETS}/ss`, { status: { updatedReplicas: 3, currentReplicas: 3, readyReplicas: 3 } });
  expect(await images()).toEqual([NGINX, NGINX, NGINX]);
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Scaling should happen in predictable order and halt if any stateful pod is unhealthy [Slow]", async () => {
  const place = await make(1, BREAKABLE);
  const names = ["ss-0", "ss-1", "ss-2"];
  const watch = await place.watch(`${SELECTED}&resourceVersion=0`);
  await runs(place, 1);
  await breakPage(place, "ss-0");
  await place.becomes(`${SETS}/ss`, noneReady);
  await place.patch(`${SETS}/ss/scale`, { spec: { replicas: 3 } });
  await place.becomes(`${SETS}/ss`, { status: { observedGeneration: 2, replicas: 1 } });
  expect(await place.list(SELECTED)).toHaveLength(1);
  await restorePage(place, "ss-0");
  for (const name of names) await nextEvent(watch, "ADDED", { metadata: { name } });
  await runs(place, 3);
  for (const name of names) await breakPage(place, name);
  await place.becomes(`${SETS}/ss`, noneReady);
  await place.patch(`${SETS}/ss/scale`, { spec: { replicas: 0 } });
  await place.becomes(`${SETS}/ss`, { status: { observedGeneration: 3, replicas: 3 } });
  expect(await place.list(SELECTED)).toHaveLength(3);
  for (const name of names) await restorePage(place, name);
  for (const name of names.toReversed()) await nextEvent(watch, "DELETED", { metadata: { name } });
  watch.close();
});

test("[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic] Burst scaling should run to completion even with unhealthy pods [Slow]", async () => {
  const place = await make(1, { ...BREAKABLE, podManagementPolicy: "Parallel" });
  await runs(place, 1);
  await breakPage(place, "ss-0");
  await place.becomes(`${SETS}/ss`, noneReady);
  await place.patch(`${SETS}/ss/scale`, { spec: { replicas: 3 } });
  await place.becomes(`${SETS}/ss`, { status: { replicas: 3 } });
  await restorePage(place, "ss-0");
  await runs(place, 3);
  for (const name of ["ss-0", "ss-1", "ss-2"]) await breakPage(place, name);
  await place.becomes(`${SETS}/ss`, noneReady);
  await place.patch(`${SETS}/ss/scale`, { spec: { replicas: 0 } });
  await place.become(SELECTED, (items) => items.length === 0);
  await runs(place, 0);
});
