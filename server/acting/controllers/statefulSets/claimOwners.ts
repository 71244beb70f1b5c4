import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { controlledBy } from "../pods/ownership.ts";
import type { StatefulSet } from "./kinds.ts";

/** A claim, the set that created it, and the pod that uses it. */
export interface OwnedClaim {
  readonly claim: ApiObject;
  readonly set: StatefulSet;
  /** Has no uid before it is created. */
  readonly pod: ApiObject;
  /** Whether the set is about to delete the pod by scaling down. */
  readonly isCondemned: boolean;
}

const means = ({ kind, name }: OwnerReference, ownerKind: string, object: ApiObject): boolean =>
  kind === ownerKind && name === object.metadata.name;
const meansSet = (reference: OwnerReference, set: ApiObject): boolean => means(reference, "StatefulSet", set);
const meansPod = (reference: OwnerReference, pod: ApiObject): boolean => means(reference, "Pod", pod);

/**
 * Whether a claim is owned by a deleted pod of the same name: it must not be used until it is deleted with that pod.
 */
export const isOfFormerPod = ({ metadata }: ApiObject, pod: ApiObject): boolean =>
  (metadata.ownerReferences ?? []).some(
    (reference) => meansPod(reference, pod) && reference.uid !== (pod.metadata.uid ?? ""),
  );

/** Whether a claim is owned by a deleted set of the same name. */
const isOfFormerSet = ({ metadata }: ApiObject, set: ApiObject): boolean =>
  (metadata.ownerReferences ?? []).some((each) => meansSet(each, set) && each.uid !== set.metadata.uid);

/**
 * Whether a controller other than the set and the pod manages a claim for which the set has a retention policy. Deleted
 * owners of the same names count as others, too.
 */
export function isManagedByOthers({ claim, set, pod }: Omit<OwnedClaim, "isCondemned">): boolean {
  const { whenDeleted, whenScaled } = policyOf(set);
  if (whenDeleted === "Retain" && whenScaled === "Retain") return false;
  if (isOfFormerSet(claim, set) || isOfFormerPod(claim, pod)) return true;
  return foreignOwners(claim, set, pod).some(({ controller }) => controller === true);
}

/** Whether a set keeps claims when it scales down. */
export const keepsWhenScaled = (set: StatefulSet): boolean => policyOf(set).whenScaled === "Retain";

/**
 * The owners that a claim should have: foreign ones, and the owner with which its set wants it deleted. A claim of a
 * deleted set or pod of the same name stays unchanged, and a claim that others manage gets no owner from this
 * controller.
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
