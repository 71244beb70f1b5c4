import { UNSET } from "../../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { asPersistentVolumeClaim } from "../views.ts";
import { accessModesText, phaseText, storageClassText } from "./persistentVolumeCells.ts";
import { claimStatusStrategy, claimStrategy } from "./persistentVolumeClaimStrategy.ts";

/** Requests for storage. */
export const persistentVolumeClaims = defineResource({
  group: "",
  version: "v1",
  kind: "PersistentVolumeClaim",
  plural: "persistentvolumeclaims",
  singular: "persistentvolumeclaim",
  scope: "Namespaced",
  definition: "api.core.v1.PersistentVolumeClaim",
  shortNames: ["pvc"],
  strategy: claimStrategy,
  columns: [
    nameColumn,
    textColumn("Status", "phase represents the current phase of PersistentVolumeClaim.", (object) =>
      phaseText(object, asPersistentVolumeClaim(object).status?.phase),
    ),
    textColumn(
      "Volume",
      "volumeName is the binding reference to the PersistentVolume backing this claim.",
      (object) => asPersistentVolumeClaim(object).spec?.volumeName ?? "",
    ),
    // The capacity of a claim is known once it is bound.
    textColumn("Capacity", "capacity represents the actual resources of the underlying volume.", (object) => {
      const claim = asPersistentVolumeClaim(object);
      return (claim.spec?.volumeName ?? "") === "" ? "" : (claim.status?.capacity?.["storage"] ?? "0");
    }),
    textColumn(
      "Access Modes",
      "accessModes contains the actual access modes the volume backing the PVC has. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#access-modes-1",
      (object) => {
        const claim = asPersistentVolumeClaim(object);
        return (claim.spec?.volumeName ?? "") === "" ? "" : accessModesText(claim.status?.accessModes);
      },
    ),
    textColumn("StorageClass", "StorageClass of the pvc", (object, _now, words) =>
      storageClassText(object, asPersistentVolumeClaim(object).spec?.storageClassName, words),
    ),
    textColumn(
      "VolumeAttributesClass",
      "VolumeAttributesClass of the pvc",
      (object) => asPersistentVolumeClaim(object).spec?.volumeAttributesClassName ?? UNSET,
    ),
    ageColumn,
    wide(
      textColumn(
        "VolumeMode",
        "volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.",
        (object) => asPersistentVolumeClaim(object).spec?.volumeMode ?? UNSET,
      ),
    ),
  ],
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: claimStatusStrategy }],
});
