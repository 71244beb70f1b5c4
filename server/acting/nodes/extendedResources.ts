import type { NodeStatus } from "kubernetes-types/core/v1";
import type { NodeProfile } from "./nodeProfile.ts";

/** Amounts by resource; null for one that is to go. */
export type AmountChanges = Record<string, string | null>;

/**
 * What a node can give to pods of the resources that others have added to its capacity: all of it. Those that are no longer
 * in its capacity it can no longer give.
 * @returns how the node's `allocatable` is to change; empty when it is right
 */
export function extendedAllocatable(
  { capacity = {}, allocatable = {} }: NodeStatus,
  profile: Pick<NodeProfile, "capacity" | "allocatable">,
): AmountChanges {
  const own = new Set([...Object.keys(profile.capacity), ...Object.keys(profile.allocatable)]);
  const changes: AmountChanges = {};
  for (const [name, amount] of Object.entries(capacity)) {
    if (!own.has(name) && allocatable[name] !== amount) changes[name] = amount;
  }
  for (const name of Object.keys(allocatable)) {
    if (!own.has(name) && capacity[name] === undefined) changes[name] = null;
  }
  return changes;
}
