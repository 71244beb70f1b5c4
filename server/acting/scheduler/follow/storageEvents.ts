import type { GroupResource } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { EventKind } from "../queue/clusterEvents.ts";

/** The storage resources, each with the kind of event for its changes. */
export function storageEvents(
  vocabulary: Vocabulary,
): { readonly kind: EventKind; readonly resource: GroupResource }[] {
  const group = vocabulary.render("storage.{domain}");
  return [
    { kind: "Claim", resource: { group: "", resource: "persistentvolumeclaims" } },
    { kind: "Volume", resource: { group: "", resource: "persistentvolumes" } },
    { kind: "StorageClass", resource: { group, resource: "storageclasses" } },
    { kind: "CsiNode", resource: { group, resource: "csinodes" } },
    { kind: "CsiDriver", resource: { group, resource: "csidrivers" } },
    { kind: "CsiCapacity", resource: { group, resource: "csistoragecapacities" } },
  ];
}
