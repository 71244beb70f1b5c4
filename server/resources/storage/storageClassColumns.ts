import type { StorageClass } from "kubernetes-types/storage/v1";
import { nameAndAge, nameColumn, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const DEFAULT_CLASS = /^storageclass\.(?:beta\.)?[^/]+\/is-default-class$/;

const isDefault = (annotations: Readonly<Record<string, string>> | undefined): boolean =>
  Object.entries(annotations ?? {}).some(([name, value]) => value === "true" && DEFAULT_CLASS.test(name));

const [, ...others] = nameAndAge(
  textColumn("Provisioner", "Who provisions volumes of this class", (o) => narrow<StorageClass>(o).provisioner),
  textColumn(
    "ReclaimPolicy",
    "What becomes of a released volume",
    (o) => narrow<StorageClass>(o).reclaimPolicy ?? "Delete",
  ),
  textColumn(
    "VolumeBindingMode",
    "When a claim is bound",
    (o) => narrow<StorageClass>(o).volumeBindingMode ?? "Immediate",
  ),
  textColumn(
    "AllowVolumeExpansion",
    "Whether volumes of this class may grow",
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
