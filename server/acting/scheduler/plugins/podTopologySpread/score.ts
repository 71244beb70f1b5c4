import { requiredNodes } from "../../../placement/nodeSelection.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import type { NodeCounts } from "../../cache/podTallies.ts";
import { MAX_SCORE, type Plugin } from "../../framework/plugin.ts";
import { countedPods, hasAllKeys, includesNode, type SpreadConstraint } from "../../model/spreadConstraints.ts";
import { labelOf } from "../../model/topology.ts";
import type { ConstraintsFor, SpreadParts } from "./parts.ts";

/** A constraint with its counts and weight. */
interface WeighedSpread {
  readonly constraint: SpreadConstraint;
  /** Higher for more domains, so that a constraint of few large domains counts as much as one of many small ones. */
  readonly weight: number;
  /** The number of pods in a node's domain. */
  countAt(node: NodeInfo): number | undefined;
}

/** Scores nodes higher for fewer matching pods in their domains. */
export function podTopologySpreadScorer(
  { cache, vocabulary }: SpreadParts,
  constraintsOfPod: ConstraintsFor,
): NonNullable<Plugin["prepareScore"]> {
  const hostname = vocabulary.render("{labelDomain}/hostname");
  return (pod, feasible) => {
    const { constraints, allowsMissing } = constraintsOfPod(pod, "ScheduleAnyway");
    if (constraints.length === 0) return undefined;
    // When some nodes lack a label, the other constraints still spread pods over them.
    const isPlaced = (node: NodeInfo): boolean => allowsMissing || hasAllKeys(node, constraints);
    const required = requiredNodes(pod.spec);
    const ignored = new Set(feasible.filter((node) => !isPlaced(node)));

    const spreads: WeighedSpread[] = constraints.map((constraint) => {
      const onNodes = cache.tallies.of(countedPods(constraint, pod.namespace));
      const key = constraint.topologyKey;
      if (key === hostname) {
        const weight = weightOf(feasible.length - ignored.size);
        return {
          constraint,
          weight,
          countAt: (node) => (labelOf(node, key) === undefined ? undefined : (onNodes.get(node.name) ?? 0)),
        };
      }
      const counts = placesOf(feasible, ignored, key);
      const weight = weightOf(counts.size);
      sumUp(
        counts,
        onNodes,
        key,
        cache.nodes,
        (node) => isPlaced(node) && includesNode(constraint, pod, required, node),
      );
      return {
        constraint,
        weight,
        countAt(node) {
          const value = labelOf(node, key);
          return value === undefined ? undefined : (counts.get(value) ?? 0);
        },
      };
    });

    return {
      score(node) {
        if (ignored.has(node)) return 0;
        let score = 0;
        for (const { constraint, weight, countAt } of spreads) {
          const count = countAt(node);
          if (count !== undefined) score += count * weight + (constraint.maxSkew - 1);
        }
        return Math.round(score);
      },
      normalize: (scores, nodes) => fewestFirst(scores, (i) => ignored.has(nodes[i] as NodeInfo)),
    };
  };
}

const weightOf = (places: number): number => Math.log(places + 2);

/** The domains of feasible nodes, with counts of zero; nodes without the label share one domain. */
function placesOf(feasible: readonly NodeInfo[], ignored: ReadonlySet<NodeInfo>, key: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of feasible) {
    if (!ignored.has(node)) counts.set(labelOf(node, key) ?? "", 0);
  }
  return counts;
}

function sumUp(
  counts: Map<string, number>,
  onNodes: NodeCounts,
  key: string,
  nodes: readonly NodeInfo[],
  isIncluded: (node: NodeInfo) => boolean,
): void {
  if (onNodes.size === 0) return;
  for (const node of nodes) {
    const count = onNodes.get(node.name);
    const value = count === undefined ? undefined : labelOf(node, key);
    const known = value === undefined ? undefined : counts.get(value);
    if (value !== undefined && known !== undefined && isIncluded(node)) counts.set(value, known + (count ?? 0));
  }
}

/** The fewest pods score 100; ignored nodes score 0. */
function fewestFirst(scores: number[], isIgnored: (at: number) => boolean): void {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  scores.forEach((score, i) => {
    if (isIgnored(i)) return;
    least = Math.min(least, score);
    most = Math.max(most, score);
  });
  scores.forEach((score, i) => {
    if (isIgnored(i)) scores[i] = 0;
    else scores[i] = most === 0 ? MAX_SCORE : Math.trunc((MAX_SCORE * (most + least - score)) / most);
  });
}
