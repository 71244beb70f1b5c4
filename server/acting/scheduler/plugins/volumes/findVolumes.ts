import type { PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { StorageClass } from "kubernetes-types/storage/v1";
import { matchesLabels } from "../../../../../shared/selectors/labelSelector.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { amountIn } from "../../../../ground/formats/amountIn.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { matchVolume, reaches, requestedBytes } from "../../../volumes/matchVolume.ts";
import { classOf } from "../../../volumes/storageClass.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { type Rejection, unresolvable } from "../../framework/plugin.ts";
import { selectorOf } from "../../model/affinityTerms.ts";
import { labelOf } from "../../model/topology.ts";
import type { AssumedVolumes, VolumePlan } from "./assumedVolumes.ts";
import type { PodClaims } from "./podClaims.ts";
import type { VolumeObjects } from "./volumeObjects.ts";

const CONFLICT = "node(s) had volume node affinity conflict";
const MISSING = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_SPACE = "node(s) did not have enough free storage";

export interface VolumeParts {
  readonly objects: VolumeObjects;
  readonly assumed: AssumedVolumes;
  readonly vocabulary: Vocabulary;
}

/** Finds volumes for a pod's claims that are usable on a node, or provisioners that can create them there. */
export function findVolumes(parts: VolumeParts, claims: PodClaims, node: NodeInfo): VolumePlan | Rejection {
  const reasons: string[] = [];
  const problem = problemOfBound(parts, claims.bound, node);
  if (problem !== undefined) reasons.push(problem);
  const plan = planWaiting(parts, claims.waiting, node);
  if (typeof plan === "string") reasons.push(plan);
  return typeof plan === "string" || reasons.length > 0 ? unresolvable(...reasons) : plan;
}

/** Why a bound claim cannot be used on a node; of several, the first. */
function problemOfBound(
  { objects }: VolumeParts,
  bound: readonly PersistentVolumeClaim[],
  { node }: NodeInfo,
): string | undefined {
  for (const { spec } of bound) {
    const volume = objects.volume(spec?.volumeName ?? "");
    if (volume === undefined) return MISSING;
    if (!reaches(volume, node)) return CONFLICT;
  }
  return undefined;
}

function planWaiting(
  { objects, assumed, vocabulary }: VolumeParts,
  waiting: readonly PersistentVolumeClaim[],
  node: NodeInfo,
): VolumePlan | string {
  const annotations = volumeAnnotations(vocabulary);
  const bind: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
  const provision: PersistentVolumeClaim[] = [];
  const taken = new Set(assumed.volumes());
  // Smallest claims first, so that large volumes are left for large claims.
  for (const claim of [...waiting].sort((a, b) => requestedBytes(a) - requestedBytes(b))) {
    const selected = assumed.nodeOf(claim) ?? claim.metadata?.annotations?.[annotations.selectedNode];
    if (selected !== undefined) {
      if (selected !== node.name) return NO_VOLUME;
      provision.push(claim);
      continue;
    }
    const volume = matchVolume(claim, objects.volumesFor(claim), { annotations, node: node.node, taken });
    if (volume === undefined) {
      provision.push(claim);
      continue;
    }
    taken.add(volume.metadata?.name ?? "");
    bind.push({ claim, volume });
  }
  for (const claim of provision) {
    const storageClass = objects.storageClass(classOf(claim, annotations));
    if (storageClass === undefined || !canProvision(storageClass, node, vocabulary)) return NO_VOLUME;
    if (!hasCapacity(objects, storageClass, claim, node)) return NO_SPACE;
  }
  return { bind, provision };
}

function canProvision({ provisioner, allowedTopologies = [] }: StorageClass, node: NodeInfo, vocabulary: Vocabulary) {
  if (provisioner === "" || provisioner === vocabulary.render("{labelDomain}/no-provisioner")) return false;
  if (allowedTopologies.length === 0) return true;
  return allowedTopologies.some(({ matchLabelExpressions = [] }) =>
    matchLabelExpressions.every(({ key, values }) => values.includes(labelOf(node, key) ?? "")),
  );
}

/** Whether a driver has enough capacity, if it reports its capacity. */
function hasCapacity(
  objects: VolumeObjects,
  { provisioner, metadata }: StorageClass,
  claim: PersistentVolumeClaim,
  node: NodeInfo,
): boolean {
  if (objects.csiDriver(provisioner)?.spec.storageCapacity !== true) return true;
  return objects.capacitiesOf(metadata?.name ?? "").some(({ nodeTopology, capacity, maximumVolumeSize }) => {
    const room = maximumVolumeSize ?? capacity;
    const selector = selectorOf(nodeTopology);
    if (room === undefined || selector === undefined) return false;
    return amountIn(room, false) >= requestedBytes(claim) && matchesLabels(selector, node.labels);
  });
}
