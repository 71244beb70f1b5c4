import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Volume } from "../../volumes/kinds.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { BINDER, BY_CONTROLLER, CLAIMS, storedVolumes, VOLUMES } from "./testing/storedVolumes.ts";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster([BINDER]);
});
afterEach(() => cluster.stop());
const { makeClaim, makeVolume, claimIs, volumeIs, reported } = storedVolumes(() => cluster);

it("retains, deletes, recycles or fails released volumes", async () => {
  const policies = { keep: "Retain", drop: "Delete", recycle: "Recycle" };
  for (const [name, persistentVolumeReclaimPolicy] of Object.entries(policies)) {
    await makeVolume(name, { persistentVolumeReclaimPolicy });
  }
  await makeVolume("foreign", {
    persistentVolumeReclaimPolicy: "Delete",
    hostPath: undefined,
    nfs: { server: "s", path: "/" },
  });
  for (const name of ["keep", "drop", "recycle", "foreign"]) {
    await makeClaim(name, { volumeName: name });
    await claimIs(name, "Bound");
    await volumeIs(name, "Bound");
  }
  for (const name of ["keep", "drop", "recycle", "foreign"]) {
    await cluster.patch(`${CLAIMS}/${name}`, { metadata: { finalizers: null } });
    await cluster.remove(`${CLAIMS}/${name}`);
  }
  await volumeIs("keep", "Released");
  const failed = await volumeIs("foreign", "Failed");
  const message = 'error getting deleter volume plugin for volume "foreign": no deletable volume plugin matched';
  expect(failed.status?.message).toBe(message);
  expect(await cluster.become("v1/pods", (pods) => pods.length === 1)).toMatchObject([
    { metadata: { name: "recycler-for-recycle" } },
  ]);
  // Its finalizer would be removed by a controller that does not run here.
  await cluster.becomes<Volume>(`${VOLUMES}/drop`, ({ metadata }) => metadata.deletionTimestamp !== undefined);
});

it("releases a volume it bound to a claim that was bound elsewhere", async () => {
  await makeVolume("v");
  const { metadata } = await makeClaim("c", { volumeName: "elsewhere" });
  await volumeIs("v", "Available");
  await cluster.patch(`${VOLUMES}/v`, {
    metadata: { annotations: { [BY_CONTROLLER]: "yes" } },
    spec: { claimRef: { namespace: "default", name: "c", uid: metadata.uid } },
  });
  await cluster.becomes<Volume>(`${VOLUMES}/v`, ({ spec }) => spec?.claimRef === undefined);
  await volumeIs("v", "Available");
});

it("marks claims as Lost when their volume disappears and as Bound when it returns", async () => {
  await makeVolume("v");
  await makeClaim("c");
  await claimIs("c", "Bound");
  await volumeIs("v", "Bound");
  await cluster.remove(`${VOLUMES}/v`);
  await cluster.patch(`${VOLUMES}/v`, { metadata: { finalizers: null } });
  const lost = await claimIs("c", "Lost");
  expect(lost.status).toEqual({ phase: "Lost" });
  await reported("c", "ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!");
  await makeVolume("v");
  await claimIs("c", "Bound");
});

describe("storage that a plugin of the controller manager has provisioned", () => {
  const made = (plugin: string) => ({
    annotations: { "pv.kubernetes.io/provisioned-by": `kubernetes.io/${plugin}` },
    finalizers: ["external-provisioner.volume.kubernetes.io/finalizer"],
  });
  const OWN = "kubernetes.io/pv-controller";
  const PROTECTION = "kubernetes.io/pv-protection";
  const hasFinalizers = (name: string, ...wanted: string[]) =>
    cluster.becomes<Volume>(
      `${VOLUMES}/${name}`,
      ({ metadata }) => JSON.stringify([...(metadata.finalizers ?? [])].sort()) === JSON.stringify(wanted),
    );

  it("is protected by a finalizer while it would be deleted with its volume", async () => {
    await makeVolume("v", { persistentVolumeReclaimPolicy: "Delete" }, made("host-path"));
    await hasFinalizers("v", OWN, PROTECTION);
    await cluster.patch(`${VOLUMES}/v`, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
    await hasFinalizers("v", PROTECTION);
    await makeVolume("migrated", {}, { ...made("aws-ebs"), finalizers: [OWN] });
    await hasFinalizers("migrated", PROTECTION);
  });

  it("is deleted although the volume is being deleted already", async () => {
    await makeVolume("v", { persistentVolumeReclaimPolicy: "Delete" }, made("host-path"));
    await makeClaim("c", { volumeName: "v" });
    await claimIs("c", "Bound");
    await hasFinalizers("v", OWN, PROTECTION);
    await cluster.remove(`${VOLUMES}/v`);
    await cluster.patch(`${CLAIMS}/c`, { metadata: { finalizers: null } });
    await cluster.remove(`${CLAIMS}/c`);
    await hasFinalizers("v", PROTECTION);
  });

  it("fails to be deleted by a plugin that is gone", async () => {
    const claimRef = { namespace: "default", name: "gone", uid: "u", kind: "PersistentVolumeClaim" };
    await makeVolume("v", { claimRef, persistentVolumeReclaimPolicy: "Delete" }, made("rbd"));
    expect((await volumeIs("v", "Failed")).status?.message).toBe("no volume plugin matched name: kubernetes.io/rbd");
  });
});

it("leaves the volume of a driver to the driver", async () => {
  const claimRef = { namespace: "default", name: "gone", uid: "u", kind: "PersistentVolumeClaim" };
  const csi = { driver: "example.com", volumeHandle: "h" };
  await makeVolume("v", { claimRef, persistentVolumeReclaimPolicy: "Delete", hostPath: undefined, csi });
  await volumeIs("v", "Released");
  await makeVolume("later", { claimRef, persistentVolumeReclaimPolicy: "Delete", hostPath: { path: "/data" } });
  await volumeIs("later", "Failed");
  expect((await cluster.get<Volume>(`${VOLUMES}/v`))?.status?.phase).toBe("Released");
});
