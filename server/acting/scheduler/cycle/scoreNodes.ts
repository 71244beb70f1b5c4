import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { WeightedPlugin } from "../framework/profile.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** The weighted sum of all plugins' scores for each node. */
export function scoreNodes(scorers: readonly WeightedPlugin[], pod: PodInfo, nodes: readonly NodeInfo[]): number[] {
  const totals = nodes.map(() => 0);
  for (const { plugin, weight } of scorers) {
    const scorer = plugin.prepareScore?.(pod, nodes);
    if (scorer === undefined) continue;
    const scores = nodes.map((node) => scorer.score(node));
    scorer.normalize?.(scores, nodes);
    for (let i = 0; i < totals.length; i++) totals[i] = (totals[i] ?? 0) + weight * (scores[i] ?? 0);
  }
  return totals;
}

/** One of the nodes with the best score, chosen at random. @param nodes at least one */
export function chooseNode(nodes: readonly NodeInfo[], scores: readonly number[], random: () => number): NodeInfo {
  let best = 0;
  let equals = 1;
  for (let i = 1; i < nodes.length; i++) {
    const difference = (scores[i] ?? 0) - (scores[best] ?? 0);
    if (difference > 0) {
      best = i;
      equals = 1;
    } else if (difference === 0) {
      equals++;
      if (Math.floor(random() * equals) === 0) best = i;
    }
  }
  return nodes[best] as NodeInfo;
}
