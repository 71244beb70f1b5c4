import type { VolumeAttachment } from "kubernetes-types/storage/v1";
import { booleanColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { volumeAttachmentStatusStrategy, volumeAttachmentStrategy } from "./volumeAttachmentStrategy.ts";

/** Columns of volume attachments. */
const volumeAttachmentColumns = nameAndAge(
  {
    ...textColumn(
      "Attacher",
      "attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().",
      (o) => narrow<VolumeAttachment>(o).spec.attacher,
    ),
    format: "name",
  },
  textColumn(
    "PV",
    "persistentVolumeName represents the name of the persistent volume to attach.",
    (o) => narrow<VolumeAttachment>(o).spec.source.persistentVolumeName ?? "",
  ),
  textColumn(
    "Node",
    "nodeName represents the node that the volume should be attached to.",
    (o) => narrow<VolumeAttachment>(o).spec.nodeName,
  ),
  booleanColumn(
    "Attached",
    "attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.",
    (o) => narrow<VolumeAttachment>(o).status?.attached ?? false,
  ),
);

/** `storage.{domain}/v1` volumeattachments. */
export const volumeAttachments = defineResource({
  group: "storage.{domain}",
  version: "v1",
  kind: "VolumeAttachment",
  plural: "volumeattachments",
  singular: "volumeattachment",
  scope: "Cluster",
  definition: "api.storage.v1.VolumeAttachment",
  strategy: volumeAttachmentStrategy,
  columns: volumeAttachmentColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: volumeAttachmentStatusStrategy }],
});
