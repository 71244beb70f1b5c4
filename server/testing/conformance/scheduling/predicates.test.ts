import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { condition, pod } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
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
/** Waits until the scheduler has said that a pod fits nowhere. */
async function fitsNowhere(place: ApiPlace, name: string): Promise<void> {
  const waiting = await place.becomes(`v1/pods/${name}`, {
    status: { conditions: [condition("PodScheduled", "False", { reason: "Unschedulable" })] },
  });
  expect(at(waiting, "spec.nodeName")).toBeUndefined();
  await place.become("v1/events", (items) =>
    items.some((item) => item["reason"] === "FailedScheduling" && at(item, "involvedObject.name") === name),
  );
}

test("[sig-architecture] Conformance Tests should have at least two untainted nodes", async () => {
  const all = await cluster.whole.list("v1/nodes");
  expect(
    all.filter((node) => (at<unknown[] | undefined>(node, "spec.taints") ?? []).length === 0).length,
  ).toBeGreaterThan(1);
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates resource limits of pods that are allowed to run", async () => {
  const place = await cluster.namespace();
  const milli = (amount: string): number =>
    amount.endsWith("m") ? Number.parseInt(amount, 10) : Number(amount) * 1000;
  const cpu = (amount: number) => ({ requests: { cpu: `${amount}m` }, limits: { cpu: `${amount}m` } });
  const container = (amount: number) => [{ name: "c", image: "pause", resources: cpu(amount) }];
  const free: number[] = [];
  for (const [index, name] of nodes.entries()) {
    await cluster.whole.patch(`v1/nodes/${name}`, { metadata: { labels: { node: name } } });
    const allocatable = milli(at<string>(await cluster.whole.get(`v1/nodes/${name}`), "status.allocatable.cpu"));
    const filler = Math.floor(allocatable * 0.7);
    free.push(allocatable - filler);
    await place.create(
      "v1/pods",
      pod(`filler-${index}`, { nodeSelector: { node: name }, containers: container(filler) }),
    );
    await placed(place, `filler-${index}`);
  }
  await place.create("v1/pods", pod("additional", { containers: container(Math.max(...free) + 1) }));
  await fitsNowhere(place, "additional");
  for (const name of nodes) await cluster.whole.patch(`v1/nodes/${name}`, { metadata: { labels: { node: null } } });
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that NodeSelector is respected if not matching", async () => {
  const place = await cluster.namespace();
  await place.create("v1/pods", pod("restricted", { nodeSelector: { label: "nonempty" } }));
  await fitsNowhere(place, "restricted");
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that NodeSelector is respected if matching", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { random: "42" } } });
  await place.create("v1/pods", pod("with-labels", { nodeSelector: { random: "42" } }));
  expect(at(await placed(place, "with-labels"), "spec.nodeName")).toBe(node);
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { random: null } } });
});

test("[sig-scheduling] SchedulerPredicates [Serial] validates that there exists conflict between pods with same hostPort and protocol but one using 0.0.0.0 hostIP", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { ports: "95" } } });
  const withPort = (name: string, hostIP: string) =>
    pod(name, {
      nodeSelector: { ports: "95" },
      containers: [
        { name: "c", image: "pause", ports: [{ hostPort: 54322, containerPort: 8080, protocol: "TCP", hostIP }] },
      ],
    });
  await place.create("v1/pods", withPort("pod4", "0.0.0.0"));
  await placed(place, "pod4");
  await place.create(
    "v1/pods",
    withPort("pod5", at<string>(await cluster.whole.get(`v1/nodes/${node}`), "status.addresses.0.address")),
  );
  await fitsNowhere(place, "pod5");
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { ports: null } } });
});
