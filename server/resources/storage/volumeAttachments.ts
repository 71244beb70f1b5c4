import { defineResource } from "../definition.ts";
import { volumeAttachmentColumns } from "./volumeAttachmentColumns.ts";
import { volumeAttachmentStatusStrategy, volumeAttachmentStrategy } from "./volumeAttachmentStrategy.ts";

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
  storageVersionHash: "tJx/ezt6UDU=",
});
