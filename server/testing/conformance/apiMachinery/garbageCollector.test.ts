import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { pod, replicationController, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const RCS = "v1/replicationcontrollers";
const DEPLOYMENTS = "apps/v1/deployments";
const SETS = "apps/v1/replicasets";

async function controller(place: ApiPlace, name: string, count: number): Promise<Item> {
  const made = await place.create(RCS, replicationController(name, count));
  await place.becomes(`${RCS}/${name}`, { status: { replicas: count } });
  return made;
}
const none = (place: ApiPlace, reference: string): Promise<Item[]> =>
  place.become(reference, (items) => items.length === 0);
const ownedBy = ({ metadata: { name, uid } }: Item, more: object = {}) => ({
  apiVersion: "v1",
  kind: "ReplicationController",
  name,
  uid,
  ...more,
});

test("[sig-api-machinery] Garbage collector should delete pods created by rc when not orphaning", async () => {
  const place = await cluster.namespace();
  await controller(place, "simple", 2);
  await place.remove(`${RCS}/simple`, { propagationPolicy: "Background" });
  await none(place, "v1/pods");
});

test("[sig-api-machinery] Garbage collector should orphan pods created by rc if delete options say so", async () => {
  const place = await cluster.namespace();
  await controller(place, "simple", 10);
  await place.remove(`${RCS}/simple`, { propagationPolicy: "Orphan" });
  await place.gone(`${RCS}/simple`);
  const pods = await place.list("v1/pods");
  expect(pods).toHaveLength(10);
  expect(pods.flatMap(({ metadata }) => metadata.ownerReferences ?? [])).toEqual([]);
  expect(pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([]);
});

test("[sig-api-machinery] Garbage collector should delete RS created by deployment when not orphaning", async () => {
  const place = await cluster.namespace();
  await place.create(DEPLOYMENTS, workload("web", 2));
  await place.become(SETS, (items) => items.length === 1);
  await place.remove(`${DEPLOYMENTS}/web`, { propagationPolicy: "Background" });
  await none(place, SETS);
  await none(place, "v1/pods");
});

test("[sig-api-machinery] Garbage collector should orphan RS created by deployment when deleteOptions.PropagationPolicy is Orphan", async () => {
  const place = await cluster.namespace();
  await place.create(DEPLOYMENTS, workload("web", 2));
  await place.becomes(`${DEPLOYMENTS}/web`, { status: { readyReplicas: 2 } });
  await place.remove(`${DEPLOYMENTS}/web`, { propagationPolicy: "Orphan" });
  await place.gone(`${DEPLOYMENTS}/web`);
  const [set, ...more] = await place.list(SETS);
  expect(more).toEqual([]);
  expect(set?.metadata.ownerReferences ?? []).toEqual([]);
  expect(await place.list("v1/pods")).toHaveLength(2);
});

test("[sig-api-machinery] Garbage collector should keep the rc around until all its pods are deleted if the deleteOptions says so", async () => {
  const place = await cluster.namespace();
  await controller(place, "simple", 10);
  await place.remove(`${RCS}/simple`, { propagationPolicy: "Foreground" });
  await place.gone(`${RCS}/simple`);
  expect(await place.list("v1/pods")).toEqual([]);
});

test("[sig-api-machinery] Garbage collector should not delete dependents that have both valid owner and owner that's waiting for dependents to be deleted", async () => {
  const place = await cluster.namespace();
  const [first, second] = [
    await controller(place, "to-be-deleted", 10),
    await place.create(RCS, replicationController("to-stay", 0)),
  ];
  const half = (await place.list("v1/pods")).slice(0, 5);
  for (const { metadata } of half) {
    const ownerReferences = [...(metadata.ownerReferences ?? []), ownedBy(second)];
    await place.patch(`v1/pods/${metadata.name}`, { metadata: { ownerReferences } });
  }
  await place.remove(`${RCS}/${first.metadata.name}`, { propagationPolicy: "Foreground" });
  await place.gone(`${RCS}/to-be-deleted`);
  const left = await place.list("v1/pods");
  expect(left.map(({ metadata }) => metadata.name).sort()).toEqual(half.map(({ metadata }) => metadata.name).sort());
  for (const { metadata } of left) {
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(metadata.ownerReferences?.map(({ name }) => name)).toEqual(["to-stay"]);
  }
});

test("[sig-api-machinery] Garbage collector should not be blocked by dependency circle", async () => {
  const place = await cluster.namespace();
  const names = ["pod1", "pod2", "pod3"];
  const made: Item[] = [];
  for (const name of names) made.push(await place.create("v1/pods", pod(name)));
  for (const [index, name] of names.entries()) {
    const owner = made[(index + 2) % 3] as Item;
    const ownerReferences = [ownedBy(owner, { kind: "Pod", controller: true, blockOwnerDeletion: true })];
    await place.patch(`v1/pods/${name}`, { metadata: { ownerReferences } });
  }
  await place.remove("v1/pods/pod1", { propagationPolicy: "Foreground" });
  await none(place, "v1/pods");
});
