/** Sources that volumes of pods and persistent volumes share, with the same rules for both. */
import type { AWSElasticBlockStoreVolumeSource, GCEPersistentDiskVolumeSource } from "kubernetes-types/core/v1";
import type { FieldError } from "../../../../../../shared/fieldError.ts";
import {
  requireFields,
  validateAzureDisk,
  validateFibreChannel,
  validateFlocker,
  validateNfs,
  validatePartition,
  validateQuobyte,
} from "./networkVolumes.ts";

/** The rule of a source that only has required fields. */
const naming =
  (...fields: readonly string[]) =>
  (source: object, path: string): FieldError[] =>
    requireFields(source, fields, path);

/** Field errors of each source, by its field's name. */
export const sharedRules = {
  gcePersistentDisk: (source: GCEPersistentDiskVolumeSource, path: string): FieldError[] => [
    ...requireFields(source, ["pdName"], path),
    ...validatePartition(source.partition, path),
  ],
  awsElasticBlockStore: (source: AWSElasticBlockStoreVolumeSource, path: string): FieldError[] => [
    ...requireFields(source, ["volumeID"], path),
    ...validatePartition(source.partition, path),
  ],
  flocker: validateFlocker,
  nfs: validateNfs,
  rbd: naming("monitors", "image"),
  quobyte: validateQuobyte,
  cephfs: naming("monitors"),
  fc: validateFibreChannel,
  vsphereVolume: naming("volumePath"),
  photonPersistentDisk: naming("pdID"),
  portworxVolume: naming("volumeID"),
  azureDisk: validateAzureDisk,
  scaleIO: naming("gateway", "system", "volumeName"),
} as const;

/** Names of sources in the reference's error paths, where they differ from the fields' names. */
export const REPORTED_SOURCES: Readonly<Record<string, { readonly rule?: string; readonly surplus?: string }>> = {
  gcePersistentDisk: { rule: "persistentDisk" },
  cephfs: { surplus: "cephFS" },
  downwardAPI: { surplus: "downwarAPI" },
};
