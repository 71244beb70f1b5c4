import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, refused } from "../apiPlace.ts";
import { condition, PAUSE, pod, template, workload } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

/** A resource that only these tests use, so that nothing else competes for it. */
const RESOURCE = "scheduling.k8s.io/foo";
const CLASSES = "scheduling.k8s.io/v1/priorityclasses";
/** Milliseconds after which something that has not happened is assumed never to happen. */
const TIMEOUT = 17_000;

let cluster: ClusterUnderTest;
let nodes: string[];
beforeAll(async () => {
  cluster = await startClusterUnderTest();
  nodes = await readyNodes(cluster.whole);
  for (const [name, value] of [
    ["low", 1],
    ["medium", 100],
    ["high", 1000],
  ] as const) {
    await cluster.whole.create(CLASSES, { metadata: { name }, value });
  }
});
afterAll(() => cluster.stop());

/** Adds a resource to a node's capacity; null removes it. The node itself then adds it to what it can allocate. */
const offer = (node: string, resource: string, amount: string | null) =>
  cluster.whole.patch(`v1/nodes/${node}/status`, { status: { capacity: { [resource]: amount } } }, "strategic-merge");

const onlyOn = (node: string) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }],
      },
    },
  },
});
const spec = (amount: number, priorityClassName: string, more: object = {}, resource = RESOURCE) => {
  const amounts = { [resource]: String(amount) };
  const containers = [{ name: "c", image: PAUSE, resources: { requests: amounts, limits: amounts } }];
  return { priorityClassName, containers, ...more };
};
const placed = (place: ApiPlace, name: string): Promise<Item> =>
  place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });

/**
 * Gives each node three units of the resource and lets a pod use two of them; the first of these pods has the lowest
 * priority. Then runs a pod of higher priority that needs as much: only the first pod is preempted.
 */
async function makesRoom(place: ApiPlace, where: ApiPlace, name: string, priority: string): Promise<void> {
  const names: string[] = [];
  for (const [i, node] of nodes.entries()) {
    await offer(node, RESOURCE, "3");
    const own = i === 0 ? "low" : "medium";
    names.push(`pod${i}-${own}`);
    await place.create("v1/pods", pod(`pod${i}-${own}`, spec(2, own, onlyOn(node))));
  }
  for (const each of names) await placed(place, each);
  await where.create("v1/pods", pod(name, spec(2, priority)));
  await placed(where, name);
  const [first, ...others] = names;
  const left = new Map((await place.list("v1/pods")).map((item) => [item.metadata.name, item]));
  const preempted = left.get(first ?? "");
  expect(preempted === undefined || preempted.metadata.deletionTimestamp !== undefined).toBe(true);
  for (const each of others) expect(left.get(each)?.metadata).toMatchObject({ name: each });
  for (const each of others) expect(left.get(each)?.metadata.deletionTimestamp).toBeUndefined();
  await where.remove(`v1/pods/${name}`, { gracePeriodSeconds: 0 });
  await clear(place);
}

async function clear(place: ApiPlace): Promise<void> {
  await place.remove("v1/pods", { gracePeriodSeconds: 0 });
  await place.become("v1/pods", (items) => items.length === 0);
  for (const node of nodes) await offer(node, RESOURCE, null);
}

test("[sig-scheduling] SchedulerPreemption [Serial] validates basic preemption works", async () => {
  const place = await cluster.namespace();
  await makesRoom(place, place, "preemptor-pod", "high");
});

test("[sig-scheduling] SchedulerPreemption [Serial] validates lower priority pod preemption by critical pod", async () => {
  await makesRoom(await cluster.namespace(), cluster.system(), "critical-pod", "system-cluster-critical");
});

test("[sig-scheduling] SchedulerPreemption [Serial] validates pod disruption condition is added to the preempted pod", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  await offer(node, RESOURCE, "1");
  const victim = pod("victim-pod", spec(1, "low", onlyOn(node)));
  await place.create("v1/pods", {
    ...victim,
    metadata: { ...victim.metadata, finalizers: ["example.com/test-finalizer"] },
  });
  await placed(place, "victim-pod");
  await place.create("v1/pods", pod("preemptor-pod", spec(1, "high", onlyOn(node))));
  await place.becomes("v1/pods/victim-pod", {
    metadata: { deletionTimestamp: (time: unknown) => time !== undefined },
    status: { conditions: [condition("DisruptionTarget", "True", { reason: "PreemptionByScheduler" })] },
  });
  await place.patch("v1/pods/victim-pod", { metadata: { finalizers: null } });
  await placed(place, "preemptor-pod");
  await clear(place);
});

test("[sig-scheduling] SchedulerPreemption [Serial] PreemptionExecutionPath runs ReplicaSets to verify preemption running path", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  const fakeCpu = "example.com/fakecpu";
  await offer(node, fakeCpu, "1000");
  const onNode = { nodeSelector: { "kubernetes.io/hostname": node } };
  for (const value of [1, 2, 3, 4]) await cluster.whole.create(CLASSES, { metadata: { name: `p${value}` }, value });
  const seen = [0, 0, 0];
  const watch = await place.watch("v1/pods?resourceVersion=0");
  const counting = (async () => {
    for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
      const [, number] = /^rs-pod(\d)/.exec(at<string>(event, "object.metadata.name")) ?? [];
      if (event.type === "ADDED" && number !== undefined)
        seen[Number(number) - 1] = (seen[Number(number) - 1] ?? 0) + 1;
    }
  })();
  for (const [i, amount] of [200, 300, 450].entries()) {
    const name = `pod${i + 1}`;
    const set = workload(
      `rs-${name}`,
      1,
      { template: template({ name }, spec(amount, `p${i + 1}`, onNode, fakeCpu)) },
      { name },
    );
    await place.create("apps/v1/replicasets", set);
    await place.becomes(`apps/v1/replicasets/rs-${name}`, { status: { availableReplicas: 1 } });
  }
  await place.create("v1/pods", pod("pod4", spec(500, "p4", onNode, fakeCpu)));
  await place.becomes("v1/pods/pod4", { spec: { nodeName: node } });
  // The two pods of the lowest priorities are preempted, once each, and recreated; they wait, and the third one stays.
  await expect.poll(() => seen, { timeout: TIMEOUT }).toEqual([2, 2, 1]);
  for (const name of ["pod1", "pod2"]) {
    await place.become(`v1/pods?labelSelector=name%3D${name}`, (items) => {
      const conditions = items.flatMap((item) => at<object[]>(item, "status.conditions") ?? []);
      return items.length === 1 && conditions.some((each) => at(each, "reason") === "Unschedulable");
    });
  }
  expect(seen).toEqual([2, 2, 1]);
  watch.close();
  await counting;
  for (const number of [1, 2, 3]) await place.remove(`apps/v1/replicasets/rs-pod${number}`);
  await clear(place);
  await offer(node, fakeCpu, null);
  for (const value of [1, 2, 3, 4]) await cluster.whole.remove(`${CLASSES}/p${value}`);
});

test("[sig-scheduling] SchedulerPreemption [Serial] PriorityClass endpoints verify PriorityClass endpoints can be operated with different HTTP methods", async () => {
  const { whole } = cluster;
  for (const value of [1, 2]) await whole.create(CLASSES, { metadata: { name: `p${value}` }, value });
  const headers = { "content-type": "application/strategic-merge-patch+json" };
  await refused(whole.send("PATCH", `${CLASSES}/p1`, { body: { value: 10 }, headers }), 422);
  const p2 = await whole.get(`${CLASSES}/p2`);
  await refused(whole.send("PUT", `${CLASSES}/p2`, { body: { ...p2, value: 20 } }), 422);
  const description = "updated description";
  await whole.patch(`${CLASSES}/p1`, { description }, "strategic-merge");
  await whole.update(`${CLASSES}/p2`, (object) => ({ ...object, description }));
  expect((await whole.list(CLASSES)).map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining(["p1", "p2"]),
  );
  for (const value of [1, 2]) {
    expect(await whole.get(`${CLASSES}/p${value}`)).toMatchObject({ value, description });
    await whole.remove(`${CLASSES}/p${value}`, { gracePeriodSeconds: 0 });
    await whole.gone(`${CLASSES}/p${value}`);
  }
});
