import type { StorageClass } from "kubernetes-types/storage/v1";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { defaultClassColumn } from "./defaultClassColumn.ts";

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
  defaultClassColumn("storageclass.{labelDomain}/is-default-class", "storageclass.beta.{labelDomain}/is-default-class"),
  ...others,
];
