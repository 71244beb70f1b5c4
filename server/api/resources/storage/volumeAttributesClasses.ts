import { ageColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { otherVersion } from "../strategies/otherVersion.ts";
import { defaultClassColumn } from "./defaultClassColumn.ts";
import { type VolumeAttributesClass, volumeAttributesClassStrategy } from "./volumeAttributesClassStrategy.ts";

/** `storage.{domain}/v1beta1` volumeattributesclasses. */
export const volumeAttributesClasses = defineResource({
  group: "storage.{domain}",
  version: "v1beta1",
  introduced: "1.31",
  kind: "VolumeAttributesClass",
  plural: "volumeattributesclasses",
  singular: "volumeattributesclass",
  scope: "Cluster",
  definition: "api.storage.v1beta1.VolumeAttributesClass",
  shortNames: ["vac"],
  strategy: volumeAttributesClassStrategy,
  columns: [
    defaultClassColumn("volumeattributesclass.alpha.{labelDomain}/is-default-class"),
    textColumn("DriverName", "Name of the CSI driver", (o) => narrow<VolumeAttributesClass>(o).driverName ?? ""),
    ageColumn,
  ],
});

/** `storage.{domain}/v1alpha1` volumeattributesclasses. */
export const volumeAttributesClassesV1alpha1 = otherVersion(volumeAttributesClasses, {
  version: "v1alpha1",
  introduced: "1.29",
  definition: "api.storage.v1alpha1.VolumeAttributesClass",
});
