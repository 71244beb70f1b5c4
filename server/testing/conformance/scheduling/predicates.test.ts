import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { condition, PAUSE, pod } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let nodes: string[];
beforeAll(async () => {
  cluster = await startClusterUnderTest();
  nodes = await readyNodes(cluster.whole);
});
afterAll(() => cluster.stop());

const placed = (place: ApiPlace, name: string): Promise<Item> =>
  place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });
/** Waits until the scheduler reports that a pod cannot be scheduled. */
async function fitsNowhere(place: ApiPlace, name: string): Promise<void> {
  const waiting = await place.becomes(`v1/pods/${name}`, {
    status: { conditions: [condition("PodScheduled", "False", { reason: "Unschedulable" })] },
  });
  expect(at(waiting, "spec.nodeName")).toBeUndefined();
  await place.become("v1/events", (items) =>
    items.some((item) => item["reason"] === "FailedScheduling" && item.metadata.name.startsWith(name)),
  );
}

test("[sig-architecture] Conformance Tests should have at least two untainted nodes", async () => {
  const isUntainted = (node: Item): boolean => (at<unknown[] | undefined>(node, "spec.taints") ?? []).length === 0;
  // A controller removes the taint of a new node soon after the node is ready.
  await cluster.whole.become("v1/nodes", (items) => items.filter(isUntainted).length > 1);
});

/** The numbers of scheduled and unscheduled pods in a namespace. */
async function counts(place: ApiPlace): Promise<{ scheduled: number; waiting: number }> {
  const items = await place.list("v1/pods");
  const scheduled = items.filter((item) => at(item, "spec.nodeName") !== undefined);
  for (const item of scheduled) {
    expect(at<object[]>(item, "status.conditions")).toContainEqual(
      expect.objectContaining(condition("PodScheduled", "True")),
    );
  }
  return { scheduled: scheduled.length, waiting: items.length - scheduled.length };
}

/** Finds a node by running a pod on any node, deletes the pod, and labels the node. */
async function labelledNode(place: ApiPlace, labels: Readonly<Record<string, string>>): Promise<string> {
  await place.create("v1/pods", pod("without-label", paused("without-label")));
  const node = at<string>(await placed(place, "without-label"), "spec.nodeName");
  await place.remove("v1/pods/without-label", { gracePeriodSeconds: 0 });
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels } }, "strategic-merge");
  return node;
}
const unlabel = (node: string, label: string) =>
  cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { [label]: null } } });

const paused = (name: string, resources: object = {}) => ({ containers: [{ name, image: PAUSE, resources }] });

test("[sig-scheduling] SchedulerPredicates [Serial] validates resource limits of pods that are allowed to run", async () => {
  const place = await cluster.namespace();
  const milli = (amount: string): number =>
    amount.endsWith("m") ? Number.parseInt(amount, 10) : Number(amount) * 1000;
  const cpu = (amount: number) => ({ requests: { cpu: `${amount}m` }, limits: { cpu: `${amount}m` } });
  let most = 0;
  for (const name of nodes) {
    await cluster.whole.patch(`v1/nodes/${name}`, { metadata: { labels: { node: name } } });
    const allocatable = milli(at<string>(await cluster.whole.get(`v1/nodes/${name}`), "status.allocatable.cpu"));
    most = Math.max(most, allocatable);
    const here = (await cluster.whole.list(`v1/pods?fieldSelector=spec.nodeName%3D${name}`)).filter(
      (item) => !["Succeeded", "Failed"].includes(at<string>(item, "status.phase")),
    );
    const containers = here.flatMap((item) => at<object[]>(item, "spec.containers"));
    const taken = containers.map((each) => milli(at<string | undefined>(each, "resources.requests.cpu") ?? "0"));
    const left = allocatable - taken.reduce((sum, amount) => sum + amount, 0);
    const matchExpressions = [{ key: "node", operator: "In", values: [name] }];
    const terms = { nodeSelectorTerms: [{ matchExpressions }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } };
    const filler = paused("filler", cpu(Math.floor(left * 0.7)));
    await place.create("v1/pods", pod(`filler-pod-${name}`, { affinity, ...filler }));
  }
  for (const name of nodes) await placed(place, `filler-pod-${name}`);
  await place.create("v1/pods", pod("additional-pod", paused("additional-pod", cpu(Math.floor(most / 2)))));
  await fitsNowhere(place, "additional-pod");
  expect(await counts(place)).toEqual({ scheduled: nodes.length, waiting: 1 });
  for (const name of nodes) await unlabel(name, "node");
  await place.remove("v1/pods", { gracePeriodSeconds: 0 });
  await place.become("v1/pods", (items) => items.length === 0);
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that NodeSelector is respected if not matching", async () => {
  const place = await cluster.namespace();
  const nodeSelector = { label: "nonempty" };
  await place.create("v1/pods", pod("restricted-pod", { nodeSelector, ...paused("restricted-pod") }));
  await fitsNowhere(place, "restricted-pod");
  expect(await counts(place)).toEqual({ scheduled: 0, waiting: 1 });
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that NodeSelector is respected if matching", async () => {
  const place = await cluster.namespace();
  const label = "kubernetes.io/e2e-6f1c";
  const node = await labelledNode(place, { [label]: "42" });
  await place.create("v1/pods", pod("with-labels", { nodeSelector: { [label]: "42" }, ...paused("with-labels") }));
  expect(at(await placed(place, "with-labels"), "spec.nodeName")).toBe(node);
  await unlabel(node, label);
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that there exists conflict between pods with same hostPort and protocol but one using 0.0.0.0 hostIP", async () => {
  const place = await cluster.namespace();
  const label = "kubernetes.io/e2e-95ab";
  const node = await labelledNode(place, { [label]: "95" });
  const addresses = at<{ type: string; address: string }[]>(
    await cluster.whole.get(`v1/nodes/${node}`),
    "status.addresses",
  );
  const hostAddress = addresses.find(({ type }) => type === "InternalIP")?.address ?? "";
  const withPort = (name: string, hostIP: string) => {
    const ports = [{ hostPort: 54322, containerPort: 8080, protocol: "TCP", hostIP }];
    const readinessProbe = { httpGet: { path: "/hostname", port: 8080, scheme: "HTTP" } };
    const args = ["netexec", "--http-port=8080", "--udp-port=8080"];
    const containers = [{ name: "agnhost", image: AGNHOST, args, ports, readinessProbe }];
    return pod(name, { nodeSelector: { [label]: "95" }, containers });
  };
  await place.create("v1/pods", withPort("pod4", ""));
  await place.becomes("v1/pods/pod4", { status: { phase: "Running", containerStatuses: [{ ready: true }] } });
  await place.create("v1/pods", withPort("pod5", hostAddress));
  await fitsNowhere(place, "pod5");
  expect(await counts(place)).toEqual({ scheduled: 1, waiting: 1 });
  await unlabel(node, label);
});
