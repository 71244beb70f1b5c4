import type { PersistentVolumeClaimStatus } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { Claim, Volume } from "../volumes/kinds.ts";
import { type Cluster, startCluster } from "./testing/cluster.ts";

let cluster: Cluster;
const startExpanding = async (featureGates: Record<string, string> = {}): Promise<Cluster> => {
  const started = await startCluster(["persistentvolume-binder-controller", "persistentvolume-expander-controller"], {
    featureGates,
  });
  await started.make({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: "growing" },
    provisioner: "example.com/disk",
    allowVolumeExpansion: true,
  });
  return started;
};
beforeAll(async () => {
  cluster = await startExpanding();
});
afterAll(() => cluster.stop());

const CLAIMS = "v1/persistentvolumeclaims";
const requests = (storage: string) => ({ resources: { requests: { storage } } });

/** Makes a claim that is bound to a volume with a source. */
async function bound(name: string, source: object, annotations: Record<string, string> = {}): Promise<void> {
  const common = { accessModes: ["ReadWriteOnce"], storageClassName: "growing" };
  const volume = { ...common, capacity: { storage: "1Gi" }, ...source };
  const { volumeMode = "Filesystem" } = source as { volumeMode?: string };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolume", metadata: { name, annotations }, spec: volume });
  const spec = { ...common, volumeMode, volumeName: name, ...requests("1Gi") };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec });
  await cluster.becomes(`${CLAIMS}/${name}`, ({ status }) => (status as { phase?: string }).phase === "Bound");
}

it("asks the successor of a migrated plugin to expand its volume", async () => {
  await bound("old", { awsElasticBlockStore: { volumeID: "vol-1" } });
  await cluster.patch(`${CLAIMS}/old`, { spec: requests("2Gi") });
  const resizer = "volume.kubernetes.io/storage-resizer";
  const isAsked = ({ metadata }: ApiObject): boolean => metadata.annotations?.[resizer] === "ebs.csi.aws.com";
  expect((await cluster.becomes(`${CLAIMS}/old`, isAsked))["spec"]).toMatchObject(requests("2Gi"));
  const told = "CSI migration enabled for kubernetes.io/aws-ebs; waiting for external resizer to expand the pvc";
  await cluster.recorded("old", `ExternalExpanding: ${told}`);
});

it("waits for an external driver otherwise, also while a file system has yet to grow", async () => {
  const told = "ExternalExpanding: waiting for an external controller to expand this PVC";
  await bound("plain", { hostPath: { path: "/tmp/x" } });
  await cluster.patch(`${CLAIMS}/plain`, { spec: requests("2Gi") });
  expect(await cluster.recorded("plain", told)).toEqual([told]);
  await bound("begun", { hostPath: { path: "/tmp/y" } }, { "volume.alpha.kubernetes.io/pre-resize-capacity": "1Gi" });
  await cluster.recorded("begun", told);
});

describe("A FlexVolume", () => {
  const flex = { flexVolume: { driver: "example.com/lvm" } };
  const annotation = "volume.alpha.kubernetes.io/pre-resize-capacity";
  const statusOf = (claim: ApiObject): PersistentVolumeClaimStatus => (claim as Claim).status ?? {};
  const conditionsOf = (claim: ApiObject): string[] => (statusOf(claim).conditions ?? []).map(({ type }) => type);

  it("gets its new size at once; the claim waits for the node to grow the file system", async () => {
    await bound("flex", flex);
    await cluster.patch(`${CLAIMS}/flex`, { spec: requests("2Gi") });
    const claim = await cluster.becomes(`${CLAIMS}/flex`, (seen) => conditionsOf(seen).length === 2);
    expect(conditionsOf(claim)).toEqual(["Resizing", "FileSystemResizePending"]);
    expect(statusOf(claim)).toMatchObject({
      capacity: { storage: "1Gi" },
      allocatedResources: { storage: "2Gi" },
      allocatedResourceStatuses: { storage: "NodeResizePending" },
    });
    expect(claim.metadata.annotations).toMatchObject({ "volume.kubernetes.io/storage-resizer": "example.com/lvm" });
    const volume = await cluster.becomes(
      "v1/persistentvolumes/flex",
      ({ metadata }) => metadata.annotations?.[annotation] === "1Gi",
    );
    expect(volume["spec"]).toMatchObject({ capacity: { storage: "2Gi" } });
    // The node's agent reports the end.
    const done = { capacity: { storage: "2Gi" }, conditions: [], allocatedResourceStatuses: { storage: null } };
    await cluster.patch(`${CLAIMS}/flex/status`, { status: done });
    await cluster.becomes(
      "v1/persistentvolumes/flex",
      ({ metadata }) => metadata.annotations?.[annotation] === undefined,
    );
    expect(await cluster.events("flex")).not.toContainEqual(expect.stringContaining("ExternalExpanding"));
  });

  it("without a file system is expanded at once", async () => {
    await bound("block", { ...flex, volumeMode: "Block" });
    await cluster.patch(`${CLAIMS}/block`, { spec: requests("2Gi") });
    const claim = await cluster.becomes(`${CLAIMS}/block`, (seen) => statusOf(seen).capacity?.["storage"] === "2Gi");
    expect(conditionsOf(claim)).toEqual([]);
    expect(statusOf(claim)).not.toHaveProperty("allocatedResourceStatuses");
    await cluster.recorded("block", "VolumeResizeSuccessful: ExpandVolume succeeded for volume default/block");
  });

  it("reaches the size under way before it grows further", async () => {
    await bound("twice", flex);
    await cluster.patch(`${CLAIMS}/twice`, { spec: requests("2Gi") });
    await cluster.becomes(`${CLAIMS}/twice`, (seen) => conditionsOf(seen).includes("FileSystemResizePending"));
    await cluster.becomes("v1/persistentvolumes/twice", ({ metadata }) => metadata.annotations?.[annotation] === "1Gi");
    await cluster.patch(`${CLAIMS}/twice`, { spec: requests("3Gi") });
    const done = { capacity: { storage: "2Gi" }, conditions: [], allocatedResourceStatuses: { storage: null } };
    await cluster.patch(`${CLAIMS}/twice/status`, { status: done });
    const isNext = (seen: ApiObject): boolean => statusOf(seen).allocatedResources?.["storage"] === "3Gi";
    await cluster.becomes(`${CLAIMS}/twice`, isNext);
  });
});

it("does not keep the allocated size of a FlexVolume's claim without RecoverVolumeExpansionFailure", async () => {
  await cluster.stop();
  cluster = await startExpanding({ RecoverVolumeExpansionFailure: "false" });
  await bound("plain", { flexVolume: { driver: "example.com/lvm" } });
  await cluster.patch(`${CLAIMS}/plain`, { spec: requests("2Gi") });
  const { status = {} } = await cluster.becomes<Claim>(
    `${CLAIMS}/plain`,
    (seen) => seen.status?.conditions?.length === 2,
  );
  expect(Object.keys(status).sort()).toEqual(["accessModes", "capacity", "conditions", "phase"]);
  const volume = await cluster.becomes<Volume>(
    "v1/persistentvolumes/plain",
    ({ spec }) => spec?.capacity?.["storage"] === "2Gi",
  );
  expect(volume.spec?.claimRef?.name).toBe("plain");
});
