import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { BINDER, CLAIMS, storedVolumes, VOLUMES } from "./testing/storedVolumes.ts";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster([BINDER]);
});
afterEach(() => cluster.stop());
const { makeClaim, makeVolume, makeClass, claimIs, volumeIs, reported } = storedVolumes(() => cluster);

it("requests volumes from external provisioners", async () => {
  await makeClass("outside");
  await makeClass("none", { provisioner: "kubernetes.io/no-provisioner" });
  await makeClass("former", { provisioner: "kubernetes.io/gce-pd" });
  await makeClass("host", { provisioner: "kubernetes.io/host-path" });
  await makeClass("nfs", { provisioner: "kubernetes.io/nfs" });
  for (const storageClassName of ["outside", "none", "former", "missing", "host", "nfs"]) {
    await makeClaim(storageClassName, { storageClassName });
  }
  const waiting = (who: string) =>
    `ExternalProvisioning: Waiting for a volume to be created either by the external provisioner '${who}' or manually by ` +
    "the system administrator. If volume creation is delayed, please verify that the provisioner is running and " +
    "correctly registered.";
  await reported("outside", waiting("example.com/disk"));
  await reported("former", waiting("pd.csi.storage.gke.io"));
  await reported("none", "ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner");
  await reported("missing", 'ProvisioningFailed: storageclass.storage.k8s.io "missing" not found');
  await reported("nfs", "ProvisioningFailed: no provisionable volume plugin matched");
  const disabled = 'provisioning in volume plugin "kubernetes.io/host-path" is disabled';
  await reported("host", `ProvisioningFailed: Failed to create provisioner: ${disabled}`);
  const claim = await cluster.get<Claim>(`${CLAIMS}/outside`);
  expect(claim?.metadata.annotations).toEqual({
    "volume.beta.kubernetes.io/storage-provisioner": "example.com/disk",
    "volume.kubernetes.io/storage-provisioner": "example.com/disk",
  });
});

it("names the successors of provisioners that are no longer part of the controllers", async () => {
  const migrated = "pv.kubernetes.io/migrated-to";
  const marksOf = (path: string, wanted: string | undefined): Promise<ApiObject> =>
    cluster.becomes(path, ({ metadata }) => metadata.annotations?.[migrated] === wanted);
  const annotations = { "volume.kubernetes.io/storage-provisioner": "kubernetes.io/aws-ebs" };
  await makeClaim("c", {}, { annotations });
  await marksOf(`${CLAIMS}/c`, "ebs.csi.aws.com");
  const made = { annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/cinder" } };
  const gone = { namespace: "default", name: "gone", uid: "u", kind: "PersistentVolumeClaim" };
  await makeVolume("v", { claimRef: gone, persistentVolumeReclaimPolicy: "Delete" }, made);
  await marksOf(`${VOLUMES}/v`, "cinder.csi.openstack.org");
  // Its successor deletes the volume.
  await volumeIs("v", "Released");
  await cluster.patch(`${VOLUMES}/v`, { metadata: { annotations: { ...made.annotations, [migrated]: "other" } } });
  await marksOf(`${VOLUMES}/v`, "cinder.csi.openstack.org");
  expect(await cluster.get<Volume>(`${VOLUMES}/v`)).toMatchObject({ status: { phase: "Released" } });
  const plain = { annotations: { "pv.kubernetes.io/provisioned-by": "example.com/x", [migrated]: "y" } };
  await makeVolume("w", {}, plain);
  await marksOf(`${VOLUMES}/w`, undefined);
});

it("delays binding until a pod uses the claim with WaitForFirstConsumer", async () => {
  await makeClass("later", { volumeBindingMode: "WaitForFirstConsumer" });
  await makeVolume("v", { storageClassName: "later" });
  await volumeIs("v", "Available");
  await makeClaim("c", { storageClassName: "later" });
  await reported("c", "WaitForFirstConsumer: waiting for first consumer to be created before binding");
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "used" } }];
  for (const name of ["leaving", "p1", "p2"]) {
    const spec = { volumes, containers: [{ name: "c", image: "i" }] };
    const metadata = { name, ...(name === "leaving" ? { finalizers: ["example.com/held"] } : {}) };
    await cluster.make({ apiVersion: "v1", kind: "Pod", metadata, spec });
  }
  await cluster.remove("v1/pods/leaving");
  await makeClaim("used", { storageClassName: "later" });
  await reported("used", "WaitForPodScheduled: waiting for pods p1,p2 to be scheduled");
  expect((await claimIs("c", "Pending")).spec?.volumeName).toBeUndefined();
});

it("applies a default class that is created later to claims without a class", async () => {
  await makeClaim("c", { storageClassName: undefined });
  await reported("c", "FailedBinding: no persistent volumes available for this claim and no storage class is set");
  await makeClass("usual", {}, { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } });
  const claim = await cluster.becomes<Claim>(`${CLAIMS}/c`, ({ spec }) => spec?.storageClassName !== undefined);
  expect(claim.spec?.storageClassName).toBe("usual");
});
