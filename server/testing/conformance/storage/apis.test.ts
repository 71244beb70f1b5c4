import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { supportsApiOperations } from "../apiOperations.ts";
import { type ApiPlace, refused } from "../apiPlace.ts";
import { pod } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { BUSYBOX } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const STORAGE = "storage.k8s.io/v1";

/** Creates, reads, patches, lists, replaces and deletes a cluster-scoped object; then deletes two as a collection. */
async function lives(resource: string, make: (name: string) => { metadata: object }): Promise<void> {
  const { whole } = cluster;
  const labelled = (name: string) => ({
    ...make(name),
    metadata: { ...make(name).metadata, labels: { lives: "yes" } },
  });
  await whole.create(resource, make("first"));
  expect((await whole.get(`${resource}/first`)).metadata.name).toBe("first");
  const patched = await whole.patch(`${resource}/first`, { metadata: { labels: { first: "patched" } } });
  expect(patched.metadata.labels).toMatchObject({ first: "patched" });
  expect(await whole.list(`${resource}?labelSelector=first%3Dpatched`)).toHaveLength(1);
  const updated = await whole.update(`${resource}/first`, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { first: "updated" } },
  }));
  expect(updated.metadata.labels).toMatchObject({ first: "updated" });
  await whole.remove(`${resource}/first`);
  await whole.gone(`${resource}/first`);
  for (const name of ["second", "third"]) await whole.create(resource, labelled(name));
  expect(await whole.list(`${resource}?labelSelector=lives%3Dyes`)).toHaveLength(2);
  await whole.remove(`${resource}?labelSelector=lives%3Dyes`);
  await whole.become(`${resource}?labelSelector=lives%3Dyes`, (items) => items.length === 0);
}

test("[sig-storage] CSIInlineVolumes should run through the lifecycle of a CSIDriver", () =>
  lives(`${STORAGE}/csidrivers`, (name) => ({
    metadata: { name },
    spec: { attachRequired: false, volumeLifecycleModes: ["Ephemeral"] },
  })));

test("[sig-storage] CSINodes CSI Conformance should run through the lifecycle of a csinode", () =>
  lives(`${STORAGE}/csinodes`, (name) => ({
    metadata: { name },
    spec: { drivers: [{ name: "e2e.example.com", nodeID: name, topologyKeys: ["zone"] }] },
  })));

test("[sig-storage] StorageClasses CSI Conformance should run through the lifecycle of a StorageClass", () =>
  lives(`${STORAGE}/storageclasses`, (name) => ({
    metadata: { name },
    provisioner: "e2e-fake-provisioner",
    volumeBindingMode: "WaitForFirstConsumer",
  })));

const attachment = (name: string) => ({
  metadata: { name },
  spec: { attacher: "e2e-test.example.com", nodeName: "node-1", source: { persistentVolumeName: `pv-${name}` } },
});

test("[sig-storage] VolumeAttachment Conformance should run through the lifecycle of a VolumeAttachment", () =>
  lives(`${STORAGE}/volumeattachments`, attachment));

test("[sig-storage] VolumeAttachment Conformance should apply changes to a volumeattachment status", async () => {
  const { whole } = cluster;
  const reference = `${STORAGE}/volumeattachments/status`;
  await whole.create(`${STORAGE}/volumeattachments`, attachment("status"));
  expect(
    await whole.patch(`${reference}/status`, {
      metadata: { annotations: { patched: "true" } },
      status: { attached: true },
    }),
  ).toMatchObject({ status: { attached: true } });
  expect(await whole.get(`${reference}/status`)).toMatchObject({ status: { attached: true } });
  expect(
    await whole.update(`${reference}/status`, (object) => ({ ...object, status: { attached: false } })),
  ).toMatchObject({ status: { attached: false } });
  await whole.remove(reference);
  await whole.gone(reference);
});

test("[sig-storage] CSIStorageCapacity should support CSIStorageCapacities API operations", async () => {
  await supportsApiOperations(place, {
    resource: `${STORAGE}/csistoragecapacities`,
    kind: "CSIStorageCapacity",
    make: (name, labels) => ({ metadata: { name, labels }, storageClassName: "example" }),
  });
});

test("[sig-storage] CSIInlineVolumes should support CSIVolumeSource in Pod API", async () => {
  const driver = "e2e.example.com";
  const volumes = [
    { name: "csi-inline-vol1", csi: { driver } },
    { name: "csi-inline-vol2", csi: { driver, fsType: "ext4", readOnly: true } },
  ];
  const volumeMounts = volumes.map(({ name }, i) => ({ name, mountPath: `/mnt/vol${i + 1}` }));
  const container = { name: "c", image: BUSYBOX, command: ["sh", "-c", "ls /mnt/*"], volumeMounts };
  const body = pod("pod-csi-inline-volumes", { volumes, containers: [container] });
  const reference = "v1/pods/pod-csi-inline-volumes";
  const created = await place.create("v1/pods", body);
  await refused(place.send("POST", "v1/pods", { body }), 409);
  const found = await place.get(reference);
  expect(found.metadata.uid).toBe(created.metadata.uid);
  for (const volume of volumes) {
    expect(at<object[]>(found, "spec.volumes")).toContainEqual(expect.objectContaining({ name: volume.name }));
  }
  expect(at(found, "spec.volumes.1.csi")).toMatchObject({ driver, fsType: "ext4", readOnly: true });
  expect(await place.list("v1/pods")).toHaveLength(1);
  const patched = await place.patch(reference, { metadata: { annotations: { patched: "true" } } });
  expect(patched.metadata.annotations).toMatchObject({ patched: "true" });
  await place.remove(reference);
  const { status, body: after } = await place.send("GET", reference);
  expect(status === 404 || at(after, "metadata.deletionTimestamp") !== undefined).toBe(true);
});

/** Expects an immutable object to refuse changes, and to be deletable. */
async function staysAsItIs(resource: string, value: (text: string) => string): Promise<void> {
  const reference = `${resource}/immutable`;
  await place.create(resource, { metadata: { name: "immutable" }, data: { "data-1": value("1") } });
  await place.update(reference, (object) => ({ ...object, data: { "data-1": value("2") } }));
  await place.update(reference, (object) => ({ ...object, immutable: true }));
  const current = await place.get(reference);
  await refused(place.send("PUT", reference, { body: { ...current, data: { "data-1": value("3") } } }), 422);
  await refused(place.send("PUT", reference, { body: { ...current, immutable: false } }), 422);
  const labelled = await place.patch(reference, { metadata: { labels: { label1: "value1" } } });
  expect(labelled).toMatchObject({
    data: { "data-1": value("2") },
    immutable: true,
    metadata: { labels: { label1: "value1" } },
  });
  await place.remove(reference);
  await place.gone(reference);
}

test("[sig-storage] ConfigMap should be immutable if `immutable` field is set", () =>
  staysAsItIs("v1/configmaps", (text) => text));
test("[sig-storage] Secrets should be immutable if `immutable` field is set", () =>
  staysAsItIs("v1/secrets", (text) => Buffer.from(text).toString("base64")));

const VOLUMES = "v1/persistentvolumes";
const CLAIMS = "v1/persistentvolumeclaims";
const volume = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  spec: {
    accessModes: ["ReadWriteOnce"],
    capacity: { storage: "2Gi" },
    persistentVolumeReclaimPolicy: "Retain",
    csi: { driver: "e2e.example.com", volumeHandle: name },
    storageClassName: "e2e",
  },
});
const claim = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } }, storageClassName: "e2e" },
});

test("[sig-storage] PersistentVolumes CSI Conformance should run through the lifecycle of a PV and a PVC", async () => {
  const { whole } = cluster;
  const selector = "?labelSelector=e2e-pv-pool%3Dyes";
  const both = [
    [whole, VOLUMES],
    [place, CLAIMS],
  ] as const;
  /** Creates a claim, and a volume that only this claim can use; waits until they are bound. */
  const makePair = async (name: string): Promise<void> => {
    const labels = { "e2e-pv-pool": "yes" };
    await place.create(CLAIMS, claim(name, labels));
    const { metadata, spec } = volume(name, labels);
    const claimRef = { namespace: place.namespace, name };
    await whole.create(VOLUMES, { metadata, spec: { ...spec, claimRef } });
    await place.becomes(`${CLAIMS}/${name}`, { spec: { volumeName: name }, status: { phase: "Bound" } });
    await whole.becomes(`${VOLUMES}/${name}`, { status: { phase: "Bound" } });
  };
  await makePair("first");
  for (const [where, resource] of both) {
    expect(await where.list(resource + selector)).toHaveLength(1);
    const patch = { metadata: { labels: { first: "patched" } } };
    const patched = await where.patch(`${resource}/first`, patch, "strategic-merge");
    expect(patched.metadata.labels).toMatchObject({ first: "patched" });
    expect((await where.get(`${resource}/first`)).metadata.uid).toBe(patched.metadata.uid);
  }
  for (const [where, resource] of both.toReversed()) {
    await where.remove(`${resource}/first`);
    await where.gone(`${resource}/first`);
  }
  await makePair("second");
  for (const [where, resource] of both) {
    const updated = await where.update(`${resource}/second`, (object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, second: "updated" } },
    }));
    expect(updated.metadata.labels).toMatchObject({ second: "updated" });
    expect(await whole.list(`${resource}?labelSelector=second%3Dupdated`)).toHaveLength(1);
  }
  for (const [where, resource] of both.toReversed()) {
    await where.remove(`${resource}?labelSelector=second%3Dupdated`);
    await where.gone(`${resource}/second`);
  }
});

test("[sig-storage] PersistentVolumes CSI Conformance should apply changes to a pv/pvc status", async () => {
  const { whole } = cluster;
  await whole.create(VOLUMES, volume("status"));
  await place.create(CLAIMS, claim("status"));
  expect(await place.get(`${CLAIMS}/status/status`)).toMatchObject({ status: { phase: "Pending" } });
  const condition = (type: string) => ({ type, status: "True", reason: "E2E", message: "Set from a test" });
  const patch = {
    metadata: { annotations: { patched: "true" } },
    status: { conditions: [condition("StatusPatched")] },
  };
  expect(await place.patch(`${CLAIMS}/status/status`, patch)).toMatchObject({
    status: { conditions: [condition("StatusPatched")] },
  });
  expect(
    await place.update(`${CLAIMS}/status/status`, (object) => ({
      ...object,
      status: { ...(object["status"] as object), conditions: [condition("StatusUpdated")] },
    })),
  ).toMatchObject({
    status: { conditions: [condition("StatusUpdated")] },
  });
  expect(
    await whole.patch(`${VOLUMES}/status/status`, { status: { message: "StatusPatched", reason: "E2E" } }),
  ).toMatchObject({ status: { message: "StatusPatched", reason: "E2E" } });
  expect(
    await whole.update(`${VOLUMES}/status/status`, (object) => ({
      ...object,
      status: { ...(object["status"] as object), message: "StatusUpdated" },
    })),
  ).toMatchObject({
    status: { message: "StatusUpdated", reason: "E2E" },
  });
});
