import type { GroupResource } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { EventKind } from "../queue/clusterEvents.ts";

export interface StorageEvents {
  readonly kind: EventKind;
  readonly resource: GroupResource;
  /** Whether only deletions are events. Otherwise only creations and updates are. */
  readonly isDeletion?: boolean;
}

/** The storage resources, each with the kind of event for its changes. */
export function storageEvents(vocabulary: Vocabulary): StorageEvents[] {
  const group = vocabulary.render("storage.{domain}");
  return [
    { kind: "Claim", resource: { group: "", resource: "persistentvolumeclaims" } },
    { kind: "Volume", resource: { group: "", resource: "persistentvolumes" } },
    { kind: "StorageClass", resource: { group, resource: "storageclasses" } },
    { kind: "CsiNode", resource: { group, resource: "csinodes" } },
    { kind: "CsiDriver", resource: { group, resource: "csidrivers" } },
    { kind: "CsiCapacity", resource: { group, resource: "csistoragecapacities" } },
    { kind: "AttachmentDelete", resource: { group, resource: "volumeattachments" }, isDeletion: true },
  ];
}
