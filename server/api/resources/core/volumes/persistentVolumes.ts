import { UNSET } from "../../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { asPersistentVolume } from "../views.ts";
import { accessModesText, phaseText, storageClassText } from "./persistentVolumeCells.ts";
import { persistentVolumeStatusStrategy, persistentVolumeStrategy } from "./persistentVolumeStrategy.ts";

/** Storage of a cluster. */
export const persistentVolumes = defineResource({
  group: "",
  version: "v1",
  kind: "PersistentVolume",
  plural: "persistentvolumes",
  singular: "persistentvolume",
  scope: "Cluster",
  definition: "api.core.v1.PersistentVolume",
  shortNames: ["pv"],
  strategy: persistentVolumeStrategy,
  columns: [
    nameColumn,
    textColumn(
      "Capacity",
      "capacity is the description of the persistent volume's resources and capacity. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#capacity",
      (object) => asPersistentVolume(object).spec?.capacity?.["storage"] ?? "0",
    ),
    textColumn(
      "Access Modes",
      "accessModes contains all ways the volume can be mounted. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#access-modes",
      (object) => accessModesText(asPersistentVolume(object).spec?.accessModes),
    ),
    textColumn(
      "Reclaim Policy",
      "persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#reclaiming",
      (object) => asPersistentVolume(object).spec?.persistentVolumeReclaimPolicy ?? "",
    ),
    textColumn(
      "Status",
      "phase indicates if a volume is available, bound to a claim, or released by a claim. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#phase",
      (object) => phaseText(object, asPersistentVolume(object).status?.phase),
    ),
    textColumn(
      "Claim",
      "claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#binding",
      (object) => {
        const claim = asPersistentVolume(object).spec?.claimRef;
        return claim === undefined || claim === null ? "" : `${claim.namespace ?? ""}/${claim.name ?? ""}`;
      },
    ),
    textColumn("StorageClass", "StorageClass of the pv", (object, _now, words) =>
      storageClassText(object, asPersistentVolume(object).spec?.storageClassName, words),
    ),
    textColumn(
      "VolumeAttributesClass",
      "VolumeAttributesClass of the pv",
      (object) => asPersistentVolume(object).spec?.volumeAttributesClassName ?? UNSET,
    ),
    textColumn(
      "Reason",
      "reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.",
      (object) => asPersistentVolume(object).status?.reason ?? "",
    ),
    ageColumn,
    wide(
      textColumn(
        "VolumeMode",
        "volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.",
        (object) => asPersistentVolume(object).spec?.volumeMode ?? UNSET,
      ),
    ),
  ],
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: persistentVolumeStatusStrategy }],
});
