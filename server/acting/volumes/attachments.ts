import type { VolumeAttachment } from "kubernetes-types/storage/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** A stored attachment of a volume to a node. */
export type Attachment = VolumeAttachment & ApiObject;

export const volumeAttachments = ({ render }: Vocabulary) => ({
  group: render("storage.{domain}"),
  version: "v1",
  resource: "volumeattachments",
});

/** An index function: the volume of an attachment. */
export const attachedVolume = (object: ApiObject): string[] => [
  (object as Attachment).spec.source.persistentVolumeName ?? "",
];
