import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { MAX_SCORE, type Plugin } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { usage, type WeightedResource } from "./resourceScore.ts";

/** Prefers nodes on which no resource runs out long before the others. */
export const nodeResourcesBalancedAllocation = (resources: readonly WeightedResource[]): Plugin => ({
  name: "NodeResourcesBalancedAllocation",
  prepareScore: (pod) => ({
    score: (node) => Math.trunc((1 - deviation(resources, pod, node)) * MAX_SCORE),
  }),
});

/** The standard deviation of how much of each resource would be asked for, 0 to 1. */
function deviation(resources: readonly WeightedResource[], pod: PodInfo, node: NodeInfo): number {
  const parts = resources.flatMap(({ name }) => fraction(name, pod, node) ?? []);
  const [first = 0, second = 0] = parts;
  if (parts.length < 2) return 0;
  // Of two, it is half of their difference, without the rounding errors that the squares would bring.
  if (parts.length === 2) return Math.abs((first - second) / 2);
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  return Math.sqrt(parts.reduce((sum, part) => sum + (part - mean) ** 2, 0) / parts.length);
}

function fraction(name: string, pod: PodInfo, node: NodeInfo): number | undefined {
  const used = usage(pod, node, name, false);
  return used === undefined ? undefined : Math.min(used.requested / used.allocatable, 1);
}
