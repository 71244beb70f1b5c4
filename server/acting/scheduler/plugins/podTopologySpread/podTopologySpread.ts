import { requiredNodes } from "../../../placement/nodeSelection.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import type { SchedulerCache } from "../../cache/schedulerCache.ts";
import { type NodeFilter, type Plugin, type Rejection, unresolvable, unschedulable } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import {
  countedPods,
  hasAllKeys,
  includesNode,
  isCounted,
  type SpreadConstraint,
} from "../../model/spreadConstraints.ts";
import { labelOf } from "../../model/topology.ts";
import { podTopologySpreadHints } from "./hints.ts";
import { constraintsFor, type SpreadArgs, type SpreadParts } from "./parts.ts";
import { podTopologySpreadScorer } from "./score.ts";

const SKEWED = "node(s) didn't match pod topology spread constraints";
const TOO_SKEWED = unschedulable(SKEWED);
const WITHOUT_LABEL = unresolvable(`${SKEWED} (missing required label)`);

/** A constraint with its topology domains, and the number of pods in each. */
interface Spread {
  readonly constraint: SpreadConstraint;
  readonly counts: Map<string, number>;
  readonly isCountedItself: boolean;
  /** The minimum count of all domains; undefined when it must be computed again. */
  least: number | undefined;
}

/** Implements topology spread constraints. */
export function podTopologySpread(parts: SpreadParts, args: SpreadArgs): Plugin {
  const { cache } = parts;
  const constraintsOfPod = constraintsFor(parts, args);
  return {
    name: "PodTopologySpread",
    prepareFilter(pod): NodeFilter | undefined {
      const { constraints } = constraintsOfPod(pod, "DoNotSchedule");
      if (constraints.length === 0) return undefined;
      const required = requiredNodes(pod.spec);
      const spreads: Spread[] = constraints.map((constraint) => ({
        constraint,
        counts: countsByPlace(
          cache,
          constraint,
          pod,
          (node) => hasAllKeys(node, constraints) && includesNode(constraint, pod, required, node),
        ),
        isCountedItself: isCounted(constraint, pod),
        least: undefined,
      }));
      return {
        filter(node): Rejection | undefined {
          for (const spread of spreads) {
            const value = labelOf(node, spread.constraint.topologyKey);
            if (value === undefined) return WITHOUT_LABEL;
            const count = (spread.counts.get(value) ?? 0) + (spread.isCountedItself ? 1 : 0);
            if (count - leastCount(spread) > spread.constraint.maxSkew) return TOO_SKEWED;
          }
          return undefined;
        },
        count(other, node, sign) {
          if (other.namespace !== pod.namespace || other.isTerminating || !hasAllKeys(node, constraints)) return;
          for (const { constraint, counts } of spreads) {
            const value = labelOf(node, constraint.topologyKey);
            if (value === undefined || !isCounted(constraint, other)) continue;
            if (includesNode(constraint, pod, required, node)) counts.set(value, (counts.get(value) ?? 0) + sign);
          }
          for (const spread of spreads) spread.least = undefined;
        },
      };
    },
    prepareScore: podTopologySpreadScorer(parts, constraintsOfPod),
    hints: podTopologySpreadHints((pod) => constraintsOfPod(pod, "DoNotSchedule").constraints),
  };
}

/** The minimum count of all domains; 0 when there are fewer than `minDomains`. */
function leastCount(spread: Spread): number {
  if (spread.least === undefined) {
    const { counts, constraint } = spread;
    let least = counts.size < constraint.minDomains ? 0 : Number.MAX_SAFE_INTEGER;
    for (const count of counts.values()) least = Math.min(least, count);
    spread.least = least;
  }
  return spread.least;
}

/** The number of counted pods in each domain, including domains without any. */
function countsByPlace(
  cache: SchedulerCache,
  constraint: SpreadConstraint,
  pod: PodInfo,
  counts: (node: NodeInfo) => boolean,
): Map<string, number> {
  const onNodes = cache.tallies.of(countedPods(constraint, pod.namespace));
  const sums = new Map<string, number>();
  for (const node of cache.nodes) {
    const value = labelOf(node, constraint.topologyKey);
    if (value === undefined || !counts(node)) continue;
    sums.set(value, (sums.get(value) ?? 0) + (onNodes.get(node.name) ?? 0));
  }
  return sums;
}
