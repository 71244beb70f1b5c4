import type { Endpoint } from "kubernetes-types/discovery/v1";
import { addToList } from "../../../../shared/collections/addToList.ts";
import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { endpointKey, isSameState, type Slice, type SliceChanges } from "../endpointSlices/slices.ts";
import { controlledBy } from "../pods/ownership.ts";
import { groupKey, type Mirrored } from "./mirroredGroups.ts";

export interface Mirror {
  /** The Endpoints object that is mirrored, and that owns the slices. */
  readonly source: ApiObject;
  readonly mirrored: Mirrored;
  readonly existing: readonly Slice[];
  readonly labels: Slice["labels"];
  readonly annotations: Readonly<Record<string, string>>;
}

/** The changes after which each group has one slice, and empty groups have none. */
export function* mirrorChanges({ source, mirrored, existing, labels, annotations }: Mirror): Steps<SliceChanges> {
  const changes: SliceChanges = { create: [], update: [], remove: [], unchanged: [] };
  const left = new Map<string, Slice[]>();
  for (const slice of existing) {
    const key = groupKey(slice.addressType, slice.ports);
    addToList(left, key, slice);
  }
  for (const [key, { addressType, ports, endpoints }] of mirrored.groups) {
    if (endpoints.size === 0) continue;
    const [first, ...others] = left.get(key) ?? [];
    left.delete(key);
    append(changes.remove, others);
    const desired = { addressType, ports, labels, endpoints: [...endpoints.values()] };
    if (first === undefined) changes.create.push({ ...desired, stored: undefined });
    else if (yield* isCurrent(first, endpoints, labels, annotations)) changes.unchanged.push(first);
    else changes.update.push({ ...desired, stored: { metadata: identity(first.stored?.metadata ?? {}, source) } });
  }
  for (const slices of left.values()) append(changes.remove, slices);
  return changes;
}

function* isCurrent(
  slice: Slice,
  desired: ReadonlyMap<string, Endpoint>,
  labels: Slice["labels"],
  annotations: Readonly<Record<string, string>>,
): Steps<boolean> {
  if (slice.endpoints.length !== desired.size) return false;
  for (const endpoint of slice.endpoints) {
    if (isTurnDue()) yield;
    const found = desired.get(endpointKey(endpoint));
    if (found === undefined || !isSameState(found, endpoint)) return false;
  }
  return deepEqual(slice.labels, labels) && deepEqual(slice.stored?.metadata.annotations ?? {}, annotations);
}

/** The metadata that a new version of the slice keeps. Recreated Endpoints are another owner. */
const identity = ({ name, namespace }: ObjectMeta, owner: ApiObject): ObjectMeta => ({
  ...(name === undefined ? {} : { name }),
  ...(namespace === undefined ? {} : { namespace }),
  ownerReferences: [controlledBy(owner)],
});
