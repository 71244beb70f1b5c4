import type { PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
} from "kubernetes-types/storage/v1";
import type { ApiObject, GroupResource } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { decoded } from "../../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../../informers/informers.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { VolumeCandidates } from "../../../volumes/candidates.ts";
import type { Claim } from "../../../volumes/kinds.ts";
import { usedClaims } from "../../../volumes/usedClaims.ts";
import type { PodInfo } from "../../model/podInfo.ts";

/** The volumes, claims, classes and drivers that the plugins read. */
export interface VolumeObjects {
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
  volume(name: string): PersistentVolume | undefined;
  /** The volumes that could be bound to a claim. */
  volumesFor(claim: PersistentVolumeClaim): PersistentVolume[];
  storageClass(name: string): StorageClass | undefined;
  csiNode(name: string): CSINode | undefined;
  csiDriver(name: string): CSIDriver | undefined;
  capacitiesOf(storageClass: string): CSIStorageCapacity[];
  attachmentsOn(node: string): VolumeAttachment[];
  /** Builds the indices for these queries in advance, yielding to the event loop; resolves when they are ready. */
  indexed(): Promise<void>;
}

const byCapacityClass = (object: ApiObject): string[] => [
  (object as { storageClassName?: string }).storageClassName ?? "",
];
const byNode = (object: ApiObject): string[] => [(object["spec"] as { nodeName?: string } | undefined)?.nodeName ?? ""];

/** The {@link VolumeObjects} in the server's caches. */
export function volumeObjects(of: (resource: GroupResource) => Informer, vocabulary: Vocabulary): VolumeObjects {
  const group = vocabulary.render("storage.{domain}");
  const claims = of({ group: "", resource: "persistentvolumeclaims" });
  const volumes = of({ group: "", resource: "persistentvolumes" });
  const classes = of({ group, resource: "storageclasses" });
  const csiNodes = of({ group, resource: "csinodes" });
  const drivers = of({ group, resource: "csidrivers" });
  const capacities = of({ group, resource: "csistoragecapacities" });
  const attachments = of({ group, resource: "volumeattachments" });
  const candidates = new VolumeCandidates(volumes, volumeAnnotations(vocabulary));
  const read = <T>(object: ApiObject | undefined): T | undefined => object && decoded<T>(object);
  return {
    claim: (namespace, name) => read(claims.get(namespace, name)),
    volume: (name) => read(volumes.get("", name)),
    volumesFor: (claim) => candidates.for(claim as Claim),
    storageClass: (name) => read(classes.get("", name)),
    csiNode: (name) => read(csiNodes.get("", name)),
    csiDriver: (name) => read(drivers.get("", name)),
    capacitiesOf: (name) => capacities.by(byCapacityClass, name).map((object) => decoded<CSIStorageCapacity>(object)),
    attachmentsOn: (node) => attachments.by(byNode, node).map((object) => decoded<VolumeAttachment>(object)),
    async indexed() {
      await Promise.all([candidates.indexed(), capacities.indexed(byCapacityClass), attachments.indexed(byNode)]);
    },
  };
}

/** Whether an event concerns a claim that a pod uses. */
export function isAboutClaim(pod: PodInfo, object: ApiObject | undefined): boolean {
  if (object?.metadata.namespace !== pod.namespace) return false;
  return usedClaims(pod).some(({ name }) => name === object.metadata.name);
}
