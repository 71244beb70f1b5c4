import type { VolumeAttachment } from "kubernetes-types/storage/v1";
import { booleanColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of volume attachments. */
export const volumeAttachmentColumns = nameAndAge(
  {
    ...textColumn("Attacher", "Driver that handles the request", (o) => narrow<VolumeAttachment>(o).spec.attacher),
    format: "name",
  },
  textColumn("PV", "Volume to attach", (o) => narrow<VolumeAttachment>(o).spec.source.persistentVolumeName ?? ""),
  textColumn("Node", "Node to which the volume shall be attached", (o) => narrow<VolumeAttachment>(o).spec.nodeName),
  booleanColumn(
    "Attached",
    "Whether the volume is attached",
    (o) => narrow<VolumeAttachment>(o).status?.attached ?? false,
  ),
);
