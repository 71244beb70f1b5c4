import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace, Item } from "../../conformance/apiPlace.ts";
import { template, workload } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { BUSYBOX } from "../../conformance/containerOutput.ts";
import { at } from "../../conformance/shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, 5);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const SET = "apps/v1/statefulsets/ss";
const CLAIMS = {
  volumeClaimTemplates: [
    {
      metadata: { name: "datadir" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
    },
  ],
  template: template(
    { name: "ss" },
    {
      containers: [
        { name: "main", image: "registry.k8s.io/pause:3.10", volumeMounts: [{ name: "datadir", mountPath: "/data" }] },
      ],
    },
  ),
};

const make = (replicas: number, spec: object = {}): Promise<Item> =>
  place.create("apps/v1/statefulsets", workload("ss", replicas, { serviceName: "ss", ...spec }));
const ready = (count: number): Promise<Item> =>
  place.becomes(SET, { status: { readyReplicas: count === 0 ? undefined : count, replicas: count } });
const names = (items: Item[]): string[] => items.map(({ metadata }) => metadata.name).sort();
const pods = async (): Promise<string[]> => names(await place.list("v1/pods"));
const claimsAre = (...wanted: string[]): Promise<unknown> =>
  place.become("v1/persistentvolumeclaims", (items) => JSON.stringify(names(items)) === JSON.stringify(wanted));
const podsAre = (...wanted: string[]): Promise<unknown> =>
  place.become("v1/pods", (items) => JSON.stringify(names(items)) === JSON.stringify(wanted));
const scale = (replicas: number) => place.patch(SET, { spec: { replicas } });

describe("[sig-apps] StatefulSet Basic", () => {
  test("should not deadlock when a pod's predecessor fails", async () => {
    await make(2, {
      template: template(
        { name: "ss" },
        {
          containers: [
            {
              name: "main",
              image: BUSYBOX,
              command: ["sh", "-c", "sleep 100000"],
              readinessProbe: { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 1 },
            },
          ],
        },
      ),
    });
    await podsAre("ss-0");
    await place.becomes("v1/pods/ss-0", { status: { phase: "Running" } });
    await place.remove("v1/pods/ss-0", { gracePeriodSeconds: 0 });
    const again = await place.becomes("v1/pods/ss-0", { status: { phase: "Running" } });
    expect(again.metadata.name).toBe("ss-0");
    expect(await pods()).toEqual(["ss-0"]);
  });

  test("should perform rolling updates and roll backs of template modifications with PVCs", async () => {
    await make(3, CLAIMS);
    const before = await ready(3);
    const first = at<string>(before, "status.currentRevision");
    await place.patch(SET, { spec: { template: { metadata: { annotations: { change: "1" } } } } });
    await place.becomes(SET, {
      status: { currentRevision: (now: unknown) => now !== first, updatedReplicas: 3, readyReplicas: 3 },
    });
    await place.patch(SET, { spec: { template: { metadata: { annotations: { change: null } } } } });
    await place.becomes(SET, { status: { currentRevision: first, updateRevision: first, readyReplicas: 3 } });
    await claimsAre("datadir-ss-0", "datadir-ss-1", "datadir-ss-2");
  });

  test("should implement legacy replacement when the update strategy is OnDelete", async () => {
    await make(3, { updateStrategy: { type: "OnDelete" } });
    const first = at<string>(await ready(3), "status.currentRevision");
    await place.patch(SET, { spec: { template: { metadata: { annotations: { change: "1" } } } } });
    const changed = await place.becomes(SET, { status: { updateRevision: (now: unknown) => now !== first } });
    const second = at<string>(changed, "status.updateRevision");
    const revision = async (name: string) =>
      (await place.get(`v1/pods/${name}`)).metadata.labels?.["controller-revision-hash"];
    expect(await revision("ss-1")).toBe(first);
    for (const name of await pods()) await place.remove(`v1/pods/${name}`);
    await place.become(
      "v1/pods",
      (items) =>
        items.length === 3 && items.every(({ metadata }) => metadata.labels?.["controller-revision-hash"] === second),
    );
  });
});

test("[sig-apps] StatefulSet MinReadySeconds should be honored when enabled, AvailableReplicas should get updated accordingly", async () => {
  await make(2, { minReadySeconds: 10, podManagementPolicy: "Parallel" });
  const early = await place.becomes(SET, { status: { readyReplicas: 2 } });
  expect(at<number>(early, "status.availableReplicas") ?? 0).toBe(0);
  await place.becomes(SET, { status: { availableReplicas: 2 } });
  await place.patch(SET, { spec: { minReadySeconds: 3600 } });
  await place.becomes(SET, { status: { availableReplicas: 0, readyReplicas: 2 } });
  await place.patch(SET, { spec: { minReadySeconds: 0 } });
  await place.becomes(SET, { status: { availableReplicas: 2 } });
});

describe("[sig-apps] StatefulSet Non-retain StatefulSetPersistentVolumeClaimPolicy", () => {
  const policy = (whenDeleted: string, whenScaled: string) => ({
    ...CLAIMS,
    persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
  });

  test("should delete PVCs with a WhenDeleted policy", async () => {
    await make(3, policy("Delete", "Retain"));
    await ready(3);
    await scale(2);
    await podsAre("ss-0", "ss-1");
    await claimsAre("datadir-ss-0", "datadir-ss-1", "datadir-ss-2");
    await place.remove(SET);
    await claimsAre();
  });

  test("should delete PVCs with a OnScaledown policy", async () => {
    await make(3, policy("Retain", "Delete"));
    await ready(3);
    await scale(1);
    await claimsAre("datadir-ss-0");
    await place.remove(SET);
    await podsAre();
    await claimsAre("datadir-ss-0");
  });

  test("should delete PVCs after adopting pod (WhenDeleted)", async () => {
    await make(3, policy("Delete", "Retain"));
    await ready(3);
    await place.remove(SET, { propagationPolicy: "Orphan" });
    await place.gone(SET);
    await make(3, policy("Delete", "Retain"));
    await ready(3);
    const uid = (await place.get(SET)).metadata.uid;
    await place.become("v1/persistentvolumeclaims", (items) =>
      items.every(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid) === true),
    );
    await place.remove(SET);
    await claimsAre();
  });

  test("should create new claims for pods that return after an OnScaledown policy deleted the old ones", async () => {
    await make(2, policy("Retain", "Delete"));
    await ready(2);
    const { uid } = (await place.get("v1/persistentvolumeclaims/datadir-ss-1")).metadata;
    await scale(1);
    await scale(2);
    await place.become("v1/persistentvolumeclaims", (items) =>
      items.some(({ metadata }) => metadata.name === "datadir-ss-1" && metadata.uid !== uid),
    );
    await ready(2);
  });

  test("should not delete PVC with OnScaledown policy if another controller owns the PVC", async () => {
    await make(2, policy("Retain", "Delete"));
    await ready(2);
    const owner = await place.create("v1/configmaps", { metadata: { name: "other" } });
    const reference = { apiVersion: "v1", kind: "ConfigMap", name: "other", uid: owner.metadata.uid, controller: true };
    await place.patch("v1/persistentvolumeclaims/datadir-ss-1", { metadata: { ownerReferences: [reference] } });
    await scale(1);
    await podsAre("ss-0");
    await place.becomes(SET, { status: { replicas: 1 } });
    const claim = await place.get("v1/persistentvolumeclaims/datadir-ss-1");
    expect(claim.metadata.ownerReferences?.map(({ name }) => name)).toEqual(["other"]);
    expect(claim.metadata.deletionTimestamp).toBeUndefined();
    await place.patch("v1/persistentvolumeclaims/datadir-ss-1", { metadata: { ownerReferences: null } });
    await scale(2);
    await ready(2);
    await scale(1);
    await place.gone("v1/persistentvolumeclaims/datadir-ss-1");
  });
});

describe("[sig-apps] StatefulSet Scaling StatefulSetStartOrdinal", () => {
  const from = (start: number) => ({ spec: { ordinals: { start } } });

  test("Setting, increasing, decreasing and removing .start.ordinal", async () => {
    await make(2);
    await ready(2);
    await podsAre("ss-0", "ss-1");
    await place.patch(SET, from(2));
    await podsAre("ss-2", "ss-3");
    await place.patch(SET, from(4));
    await podsAre("ss-4", "ss-5");
    await ready(2);
    await place.patch(SET, from(3));
    await podsAre("ss-3", "ss-4");
    await place.patch(SET, { spec: { ordinals: null } });
    await podsAre("ss-0", "ss-1");
    await ready(2);
  });
});

test("[sig-apps] StatefulSet Automatically recreate PVC for pending pod when PVC is missing PVC should be recreated when pod is pending due to missing PVC", async () => {
  await make(1, CLAIMS);
  await ready(1);
  const node = at<string>(await place.get("v1/pods/ss-0"), "spec.nodeName");
  const { uid } = (await place.get("v1/persistentvolumeclaims/datadir-ss-0")).metadata;
  const cordon = (unschedulable: boolean) => cluster.whole.patch(`v1/nodes/${node}`, { spec: { unschedulable } });
  await cordon(true);
  await place.remove("v1/persistentvolumeclaims/datadir-ss-0");
  await place.remove("v1/pods/ss-0", { gracePeriodSeconds: 0 });
  await place.become("v1/persistentvolumeclaims", (items) =>
    items.some(({ metadata }) => metadata.uid !== uid && metadata.deletionTimestamp === undefined),
  );
  await cordon(false);
  await ready(1);
});
