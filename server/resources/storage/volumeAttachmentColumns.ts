import type { VolumeAttachment } from "kubernetes-types/storage/v1";
import { boolean, nameAndAge, text } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const volumeAttachmentColumns = nameAndAge(
  {
    ...text("Attacher", "Driver that handles the request", (o) => narrow<VolumeAttachment>(o).spec.attacher),
    format: "name",
  },
  text("PV", "Volume to attach", (o) => narrow<VolumeAttachment>(o).spec.source.persistentVolumeName ?? ""),
  text("Node", "Node to which the volume shall be attached", (o) => narrow<VolumeAttachment>(o).spec.nodeName),
  boolean("Attached", "Whether the volume is attached", (o) => narrow<VolumeAttachment>(o).status?.attached ?? false),
);
