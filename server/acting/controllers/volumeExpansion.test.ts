import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "./testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["persistentvolume-binder-controller", "persistentvolume-expander-controller"]);
  await cluster.make({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: "growing" },
    provisioner: "example.com/disk",
    allowVolumeExpansion: true,
  });
});
afterAll(() => cluster.stop());

const CLAIMS = "v1/persistentvolumeclaims";
const requests = (storage: string) => ({ resources: { requests: { storage } } });

/** Makes a claim that is bound to a volume with a source. */
async function bound(name: string, source: object, annotations: Record<string, string> = {}): Promise<void> {
  const common = { accessModes: ["ReadWriteOnce"], storageClassName: "growing" };
  const volume = { ...common, capacity: { storage: "1Gi" }, ...source };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolume", metadata: { name, annotations }, spec: volume });
  const spec = { ...common, volumeName: name, ...requests("1Gi") };
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
