import type { PersistentVolumeSpec } from "kubernetes-types/core/v1";

/** The sorts of storage a volume can be made of, in the reference's order. */
export const SOURCE_FIELDS = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "hostPath",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "flexVolume",
  "cinder",
  "cephfs",
  "fc",
  "flocker",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "local",
  "storageos",
  "csi",
] as const satisfies readonly (keyof PersistentVolumeSpec)[];

/** The part of a volume's spec that says where the data is. */
export function persistentSourceOf(spec: PersistentVolumeSpec): object {
  return Object.fromEntries(
    SOURCE_FIELDS.filter((field) => spec[field] !== undefined).map((field) => [field, spec[field]]),
  );
}
