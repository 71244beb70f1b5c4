import type { StorageClass } from "kubernetes-types/storage/v1";
import { nameAndAge, nameColumn, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

const DEFAULT_CLASS = /^storageclass\.(?:beta\.)?[^/]+\/is-default-class$/;

const isDefault = (annotations: Readonly<Record<string, string>> | undefined): boolean =>
  Object.entries(annotations ?? {}).some(([name, value]) => value === "true" && DEFAULT_CLASS.test(name));

const [, ...others] = nameAndAge(
  textColumn(
    "Provisioner",
    "provisioner indicates the type of the provisioner.",
    (o) => narrow<StorageClass>(o).provisioner,
  ),
  textColumn(
    "ReclaimPolicy",
    "reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.",
    (o) => narrow<StorageClass>(o).reclaimPolicy ?? "Delete",
  ),
  textColumn(
    "VolumeBindingMode",
    "volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.",
    (o) => narrow<StorageClass>(o).volumeBindingMode ?? "Immediate",
  ),
  textColumn(
    "AllowVolumeExpansion",
    "allowVolumeExpansion shows whether the storage class allow volume expand.",
    (o) => narrow<StorageClass>(o).allowVolumeExpansion ?? false,
  ),
);

/** Columns of storage classes. */
export const storageClassColumns = [
  {
    ...nameColumn,
    cell: (object: Parameters<typeof nameColumn.cell>[0]) =>
      isDefault(object.metadata.annotations) ? `${object.metadata.name} (default)` : (object.metadata.name ?? ""),
  },
  ...others,
];
