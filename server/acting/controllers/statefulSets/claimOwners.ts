import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { controlledBy } from "../pods/ownership.ts";
import type { StatefulSet } from "./kinds.ts";

/** A claim, the set that made it, and the pod that uses it. */
export interface OwnedClaim {
  readonly claim: ApiObject;
  readonly set: StatefulSet;
  /** Without a uid as long as it is not made. */
  readonly pod: ApiObject;
  /** Whether the set no longer wants the pod. */
  readonly isCondemned: boolean;
}

const means = ({ kind, name }: OwnerReference, what: string, object: ApiObject): boolean =>
  kind === what && name === object.metadata.name;
const meansSet = (reference: OwnerReference, set: ApiObject): boolean => means(reference, "StatefulSet", set);
const meansPod = (reference: OwnerReference, pod: ApiObject): boolean => means(reference, "Pod", pod);

/** Whether a claim goes with a pod of this name that is no more: nothing is to be made of it until it has gone. */
export const isOfFormerPod = ({ metadata }: ApiObject, pod: ApiObject): boolean =>
  (metadata.ownerReferences ?? []).some(
    (reference) => meansPod(reference, pod) && reference.uid !== (pod.metadata.uid ?? ""),
  );

/** Whether a claim belongs to a set of this name that is no more. */
const isOfFormerSet = ({ metadata }: ApiObject, set: ApiObject): boolean =>
  (metadata.ownerReferences ?? []).some((each) => meansSet(each, set) && each.uid !== set.metadata.uid);

/**
 * Whether a controller other than the set and the pod manages a claim for which the set has a policy. Those of the same name
 * that are no more are others, too.
 */
export function isManagedByOthers({ claim, set, pod }: Omit<OwnedClaim, "isCondemned">): boolean {
  const { whenDeleted, whenScaled } = policyOf(set);
  if (whenDeleted === "Retain" && whenScaled === "Retain") return false;
  if (isOfFormerSet(claim, set) || isOfFormerPod(claim, pod)) return true;
  return foreignOwners(claim, set, pod).some(({ controller }) => controller === true);
}

/** Whether a set keeps the claims of pods that it no longer wants. */
export const keepsWhenScaled = (set: StatefulSet): boolean => policyOf(set).whenScaled === "Retain";

/**
 * The owners that a claim is to have: foreign ones, and the one with which its set wants it deleted. What belongs to a set or a
 * pod of the same name that is no more stays as it is, and a claim that others manage gets no owner of ours.
 */
export function claimOwners({ claim, set, pod, isCondemned }: OwnedClaim): readonly OwnerReference[] {
  const known = claim.metadata.ownerReferences ?? [];
  if (isOfFormerSet(claim, set) || isOfFormerPod(claim, pod)) return known;
  const others = foreignOwners(claim, set, pod);
  if (isManagedByOthers({ claim, set, pod })) return others;
  const { whenDeleted, whenScaled } = policyOf(set);
  if (whenScaled === "Delete" && isCondemned) {
    return [...others, controlledBy({ ...pod, apiVersion: "v1", kind: "Pod" })];
  }
  return whenDeleted === "Delete" ? [...others, controlledBy(set)] : others;
}

function policyOf({ spec }: StatefulSet) {
  const { whenDeleted = "Retain", whenScaled = "Retain" } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenDeleted, whenScaled };
}

const foreignOwners = ({ metadata }: ApiObject, set: ApiObject, pod: ApiObject): readonly OwnerReference[] =>
  (metadata.ownerReferences ?? []).filter((each) => !meansSet(each, set) && !meansPod(each, pod));
