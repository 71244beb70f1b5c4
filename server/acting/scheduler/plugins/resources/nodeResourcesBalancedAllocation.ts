import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { MAX_SCORE, type Plugin } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { usage, type WeightedResource } from "./resourceScore.ts";

/** Prefers nodes whose resources would be used evenly. */
export const nodeResourcesBalancedAllocation = (resources: readonly WeightedResource[]): Plugin => ({
  name: "NodeResourcesBalancedAllocation",
  prepareScore: (pod) => ({
    score: (node) => Math.trunc((1 - deviation(resources, pod, node)) * MAX_SCORE),
  }),
});

/** The standard deviation of the resources' utilization including the pod, from 0 to 1. */
function deviation(resources: readonly WeightedResource[], pod: PodInfo, node: NodeInfo): number {
  const parts: number[] = [];
  let sum = 0;
  for (const { name } of resources) {
    const part = fraction(name, pod, node);
    if (part === undefined) continue;
    parts.push(part);
    sum += part;
  }
  const [first = 0, second = 0] = parts;
  if (parts.length < 2) return 0;
  // For two values, it is half of their difference; computing this directly avoids rounding errors of the squares.
  if (parts.length === 2) return Math.abs((first - second) / 2);
  const mean = sum / parts.length;
  let squares = 0;
  for (const part of parts) squares += (part - mean) ** 2;
  return Math.sqrt(squares / parts.length);
}

function fraction(name: string, pod: PodInfo, node: NodeInfo): number | undefined {
  const used = usage(pod, node, name, false);
  return used === undefined ? undefined : Math.min(used.requested / used.allocatable, 1);
}
