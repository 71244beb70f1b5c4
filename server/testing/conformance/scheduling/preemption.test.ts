import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, refused } from "../apiPlace.ts";
import { condition, pod, template, workload } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

/** A resource that no program uses, so that only these tests compete for it. */
const RESOURCE = "scheduling.k8s.io/foo";
const CLASSES = "scheduling.k8s.io/v1/priorityclasses";

let cluster: ClusterUnderTest;
let nodes: string[];
beforeAll(async () => {
  cluster = await startClusterUnderTest();
  nodes = await readyNodes(cluster.whole);
  for (const name of nodes) {
    const amounts = { [RESOURCE]: "5" };
    await cluster.whole.patch(`v1/nodes/${name}/status`, { status: { capacity: amounts, allocatable: amounts } });
  }
  for (const [name, value] of [
    ["low", 1],
    ["medium", 100],
    ["high", 1000],
  ] as const) {
    await cluster.whole.create(CLASSES, { metadata: { name }, value });
  }
});
afterAll(() => cluster.stop());

const spec = (amount: number, priorityClassName: string, more: object = {}) => ({
  priorityClassName,
  containers: [
    {
      name: "c",
      image: "pause",
      resources: { requests: { [RESOURCE]: String(amount) }, limits: { [RESOURCE]: String(amount) } },
    },
  ],
  ...more,
});
const placed = (place: ApiPlace, name: string): Promise<Item> =>
  place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });

/** Fills two fifths of each node twice: the first pod is the least important of all. */
async function fill(place: ApiPlace, first: string): Promise<void> {
  let count = 0;
  for (const node of nodes) {
    for (const _ of [1, 2]) {
      const priority = count === 0 ? first : "medium";
      await place.create(
        "v1/pods",
        pod(`pod-${count}`, spec(2, priority, { nodeSelector: { "kubernetes.io/hostname": node } })),
      );
      await placed(place, `pod-${count}`);
      count += 1;
    }
  }
}
async function clear(place: ApiPlace): Promise<void> {
  await place.remove("v1/pods", { gracePeriodSeconds: 0 });
  await place.become("v1/pods", (items) => items.length === 0);
}

test("[sig-scheduling] SchedulerPreemption [Serial] validates basic preemption works", async () => {
  const place = await cluster.namespace();
  await fill(place, "low");
  await place.create("v1/pods", pod("preemptor", spec(2, "high")));
  await placed(place, "preemptor");
  await place.gone("v1/pods/pod-0");
  expect(await place.list("v1/pods")).toHaveLength(nodes.length * 2);
  await clear(place);
});

test("[sig-scheduling] SchedulerPreemption [Serial] validates lower priority pod preemption by critical pod", async () => {
  const place = await cluster.namespace();
  await fill(place, "low");
  const system = cluster.system();
  await system.create("v1/pods", pod("critical-pod", spec(2, "system-cluster-critical")));
  await placed(system, "critical-pod");
  await place.gone("v1/pods/pod-0");
  expect(await place.list("v1/pods")).toHaveLength(nodes.length * 2 - 1);
  await system.remove("v1/pods/critical-pod", { gracePeriodSeconds: 0 });
  await clear(place);
});

test("[sig-scheduling] SchedulerPreemption [Serial] validates pod disruption condition is added to the preempted pod", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  const onNode = { nodeSelector: { "kubernetes.io/hostname": node } };
  const victim = pod("victim", spec(3, "low", onNode));
  await place.create("v1/pods", {
    ...victim,
    metadata: { ...victim.metadata, finalizers: ["example.com/test-finalizer"] },
  });
  await placed(place, "victim");
  await place.create("v1/pods", pod("preemptor", spec(3, "high", onNode)));
  await place.becomes("v1/pods/victim", {
    metadata: { deletionTimestamp: (time: unknown) => time !== undefined },
    status: { conditions: [condition("DisruptionTarget", "True", { reason: "PreemptionByScheduler" })] },
  });
  await place.patch("v1/pods/victim", { metadata: { finalizers: null } });
  await placed(place, "preemptor");
  await clear(place);
});

test("[sig-scheduling] SchedulerPreemption [Serial] PreemptionExecutionPath runs ReplicaSets to verify preemption running path", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  const onNode = { nodeSelector: { "kubernetes.io/hostname": node } };
  const set = async (name: string, replicas: number, priority: string): Promise<void> => {
    await place.create(
      "apps/v1/replicasets",
      workload(name, replicas, { template: template({ name }, spec(1, priority, onNode)) }),
    );
  };
  await set("rs-low", 2, "low");
  await set("rs-medium", 2, "medium");
  for (const name of ["rs-low", "rs-medium"])
    await place.becomes(`apps/v1/replicasets/${name}`, { status: { readyReplicas: 2 } });
  // Three of the five are wanted: what is least important goes first, and no more than it takes.
  await place.create("v1/pods", pod("preemptor", spec(3, "high", onNode)));
  await placed(place, "preemptor");
  await place.becomes("apps/v1/replicasets/rs-medium", { status: { readyReplicas: 2 } });
  const waiting = await place.become(
    "v1/pods?labelSelector=name%3Drs-low",
    (items) => items.length === 2 && items.every((item) => at(item, "spec.nodeName") === undefined),
  );
  expect(waiting).toHaveLength(2);
  await place.remove("apps/v1/replicasets/rs-low");
  await place.remove("apps/v1/replicasets/rs-medium");
  await clear(place);
});

test("[sig-scheduling] SchedulerPreemption [Serial] PriorityClass endpoints verify PriorityClass endpoints can be operated with different HTTP methods", async () => {
  const { whole } = cluster;
  for (const [name, value] of [
    ["p1", 1],
    ["p2", 2],
  ] as const)
    await whole.create(CLASSES, { metadata: { name }, value });
  expect(await whole.get(`${CLASSES}/p1`)).toMatchObject({ value: 1 });
  const { body } = await whole.send("PATCH", `${CLASSES}/p1`, {
    body: { value: 3 },
    headers: { "content-type": "application/merge-patch+json" },
  });
  expect(body).toMatchObject({ reason: "Invalid" });
  const p2 = await whole.get(`${CLASSES}/p2`);
  await refused(whole.send("PUT", `${CLASSES}/p2`, { body: { ...p2, value: 4 } }), 422);
  expect(
    await whole.update(`${CLASSES}/p2`, (object) => ({ ...object, description: "Updated description" })),
  ).toMatchObject({ description: "Updated description" });
  expect((await whole.list(CLASSES)).map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining(["p1", "p2"]),
  );
  const patched = await whole.patch(`${CLASSES}/p1`, { description: "patched" });
  expect(patched).toMatchObject({ description: "patched", value: 1 });
  for (const name of ["p1", "p2"]) {
    await whole.remove(`${CLASSES}/${name}`);
    await whole.gone(`${CLASSES}/${name}`);
  }
});
