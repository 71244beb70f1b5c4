import type { PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { classOf } from "../../../volumes/storageClass.ts";
import { type UsedClaim, usedClaims } from "../../../volumes/usedClaims.ts";
import { type Rejection, unresolvable } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import type { VolumeObjects } from "./volumeObjects.ts";

/** The claims of a pod, grouped by what must be done for them. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  /** Claims that are bound only after a node was chosen (`WaitForFirstConsumer`). */
  readonly waiting: readonly PersistentVolumeClaim[];
}

const UNBOUND = unresolvable("pod has unbound immediate PersistentVolumeClaims");

/** Whether a claim is bound, and the binding is complete on both sides. */
export const isFullyBound = ({ metadata, spec }: PersistentVolumeClaim, vocabulary: Vocabulary): boolean =>
  (spec?.volumeName ?? "") !== "" && metadata?.annotations?.[volumeAnnotations(vocabulary).bindCompleted] !== undefined;

/** Undefined for a pod without claims; a rejection when a claim makes every node unsuitable. */
export function podClaims(
  objects: VolumeObjects,
  vocabulary: Vocabulary,
  pod: PodInfo,
): PodClaims | Rejection | undefined {
  const used = usedClaims(pod);
  if (used.length === 0) return undefined;
  const claims: PersistentVolumeClaim[] = [];
  for (const one of used) {
    const claim = objects.claim(pod.namespace, one.name);
    const fault = faultOf(pod, one, claim);
    if (fault !== undefined || claim === undefined) return unresolvable(fault ?? "");
    claims.push(claim);
  }
  const bound = claims.filter((claim) => isFullyBound(claim, vocabulary));
  const others = claims.filter((claim) => !bound.includes(claim));
  const waits = (claim: PersistentVolumeClaim): boolean =>
    (claim.spec?.volumeName ?? "") === "" &&
    objects.storageClass(classOf(claim, volumeAnnotations(vocabulary)))?.volumeBindingMode === "WaitForFirstConsumer";
  return others.every(waits) ? { bound, waiting: others } : UNBOUND;
}

/** Why a claim cannot be used by a pod. */
function faultOf(
  pod: PodInfo,
  { name, isEphemeral }: UsedClaim,
  claim: PersistentVolumeClaim | undefined,
): string | undefined {
  const quoted = JSON.stringify(name);
  if (claim === undefined) {
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${quoted}`
      : `persistentvolumeclaim ${quoted} not found`;
  }
  const { metadata, spec, status } = claim;
  if (status?.phase === "Lost") {
    return `persistentvolumeclaim ${quoted} bound to non-existent persistentvolume ${JSON.stringify(spec?.volumeName ?? "")}`;
  }
  if (metadata?.deletionTimestamp !== undefined) return `persistentvolumeclaim ${quoted} is being deleted`;
  const isOwned = metadata?.ownerReferences?.some(({ uid, controller }) => controller === true && uid === pod.uid);
  if (isEphemeral && isOwned !== true) {
    return `PVC ${pod.namespace}/${name} was not created for pod ${pod.key} (pod is not owner)`;
  }
  return undefined;
}
