import { UNSET } from "../columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../columns/table.ts";
import { defineResource } from "../definition.ts";
import { accessModesText, phaseText, storageClassText } from "./persistentVolumeCells.ts";
import { claimStatusStrategy, claimStrategy } from "./persistentVolumeClaimStrategy.ts";
import { asPersistentVolumeClaim } from "./views.ts";

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
  storageVersionHash: "QWTyNDq0dC4=",
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
    // What a claim has is known once it is bound.
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
    textColumn(
      "StorageClass",
      "storageClassName is the name of the StorageClass required by the claim. More info: https://{labelDomain}/docs/concepts/storage/persistent-volumes#class-1",
      (object) => storageClassText(object, asPersistentVolumeClaim(object).spec?.storageClassName),
    ),
    textColumn(
      "VolumeAttributesClass",
      "volumeAttributesClassName may be used to set the VolumeAttributesClass used by this claim. If specified, the CSI driver will create or update the volume with the attributes defined in the corresponding VolumeAttributesClass. This has a different purpose than storageClassName, it can be changed after the claim is created. An empty string value means that no VolumeAttributesClass will be applied to the claim but it's not allowed to reset this field to empty string once it is set. If unspecified and the PersistentVolumeClaim is unbound, the default VolumeAttributesClass will be set by the persistentvolume controller if it exists. If the resource referred to by volumeAttributesClass does not exist, this PersistentVolumeClaim will be set to a Pending state, as reflected by the modifyVolumeStatus field, until such as a resource exists. More info: https://{labelDomain}/docs/concepts/storage/volume-attributes-classes/ (Beta) Using this field requires the VolumeAttributesClass feature gate to be enabled (off by default).",
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
