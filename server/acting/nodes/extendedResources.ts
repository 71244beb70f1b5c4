import type { NodeStatus } from "kubernetes-types/core/v1";
import type { NodeProfile } from "./nodeProfile.ts";

/** Amounts by resource; null removes the resource. */
export type AmountChanges = Record<string, string | null>;

/**
 * Makes extended resources allocatable that other components have added to the node's capacity, in full. Resources that
 * are no longer in its capacity stop being allocatable.
 * @returns changes of the node's `allocatable`; empty when it is already right
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
