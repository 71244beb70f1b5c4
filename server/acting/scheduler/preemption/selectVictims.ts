import type { NodeInfo } from "../cache/nodeInfo.ts";
import { countPod, filterWithNominated, type PreparedFilters } from "../cycle/nodeFilters.ts";
import { type Rejection, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";
import { type Budgets, byBudget } from "./budgets.ts";
import { byImportance, type Candidate } from "./candidate.ts";

const NO_VICTIMS = unresolvable("No preemption victims found for incoming pod");

export interface TrialParts {
  readonly filters: PreparedFilters;
  readonly nominator: Nominator;
  readonly budgets: Budgets;
  readonly now: number;
}

/**
 * Tests whether a pod fits on a node without the less important pods, and which of these can stay after all. Pods
 * protected by budgets are tried first, then the others, the most important first. Restores the original state.
 */
export function selectVictims(parts: TrialParts, pod: PodInfo, original: NodeInfo): Candidate | Rejection {
  const { filters, nominator, budgets, now } = parts;
  const order = byImportance(now);
  const lesser = [...original.pods.values()].filter(({ priority }) => priority < pod.priority).sort(order);
  if (lesser.length === 0) return NO_VICTIMS;
  const node = original.copy();
  const gone = new Set<PodInfo>();
  const remove = (other: PodInfo): void => {
    node.remove(other);
    countPod(filters, other, node, -1);
    gone.add(other);
  };
  const bringBack = (other: PodInfo): void => {
    node.add(other);
    countPod(filters, other, node, 1);
    gone.delete(other);
  };
  try {
    for (const other of lesser) remove(other);
    const rejection = filterWithNominated(filters, pod, node, nominator);
    if (rejection !== undefined) return rejection;
    const mayStay = (other: PodInfo): boolean => {
      bringBack(other);
      if (filterWithNominated(filters, pod, node, nominator) === undefined) return true;
      remove(other);
      return false;
    };
    const { violating, others } = byBudget(lesser, budgets);
    const broken = violating.filter((other) => !mayStay(other));
    const victims = [...broken, ...others.filter((other) => !mayStay(other))].sort(order);
    return { node: node.name, victims, violations: broken.length };
  } finally {
    for (const other of gone) countPod(filters, other, original, 1);
  }
}
