import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { MAX_SCORE } from "../../framework/plugin.ts";
import { amountFor } from "../../model/amounts.ts";
import type { PodInfo } from "../../model/podInfo.ts";

export interface WeightedResource {
  readonly name: string;
  readonly weight: number;
}

/** A point of the function from utilization (0 … 100) to score (0 … 10). */
export interface ShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** How nodes are scored by their resource use. */
export interface ScoringStrategy {
  readonly type: "LeastAllocated" | "MostAllocated" | "RequestedToCapacityRatio";
  readonly resources: readonly WeightedResource[];
  readonly shape: readonly ShapePoint[];
}

export const DEFAULT_RESOURCES: readonly WeightedResource[] = [
  { name: "cpu", weight: 1 },
  { name: "memory", weight: 1 },
];

export interface Use {
  readonly allocatable: number;
  /** Including the pod. */
  readonly requested: number;
}

/**
 * A node's capacity of a resource, and the total request including the pod.
 * @param isAssuming whether containers without CPU or memory requests count with default amounts
 * @returns undefined when the node does not have the resource, or for an extended resource that the pod does not
 * request
 */
export function usage(pod: PodInfo, node: NodeInfo, name: string, isAssuming: boolean): Use | undefined {
  const allocatable = amountFor(node.allocatable, name);
  if (allocatable === 0) return undefined;
  const isMain = name === "cpu" || name === "memory";
  const more = amountFor(isAssuming && isMain ? pod.assumedRequests : pod.requests, name);
  if (more === 0 && !isMain && name !== "ephemeral-storage") return undefined;
  return { allocatable, requested: amountFor(isAssuming && isMain ? node.assumed : node.requested, name) + more };
}

/** Scores nodes from 0 to 100, by the weighted mean over the resources. */
export function resourceScorer({ type, resources, shape }: ScoringStrategy): (pod: PodInfo, node: NodeInfo) => number {
  const ofResource = SCORES[type](shape);
  const isRatio = type === "RequestedToCapacityRatio";
  return (pod, node) => {
    let sum = 0;
    let weights = 0;
    for (const { name, weight } of resources) {
      const use = usage(pod, node, name, true);
      if (use === undefined) continue;
      const score = ofResource(use);
      if (isRatio && score === 0) continue;
      sum += score * weight;
      weights += weight;
    }
    if (weights === 0) return 0;
    return isRatio ? Math.round(sum / weights) : Math.trunc(sum / weights);
  };
}

const SCORES: Record<ScoringStrategy["type"], (shape: readonly ShapePoint[]) => (use: Use) => number> = {
  LeastAllocated:
    () =>
    ({ allocatable, requested }) =>
      requested > allocatable ? 0 : Math.trunc(((allocatable - requested) * MAX_SCORE) / allocatable),
  MostAllocated:
    () =>
    ({ allocatable, requested }) =>
      Math.trunc((Math.min(requested, allocatable) * MAX_SCORE) / allocatable),
  RequestedToCapacityRatio: (shape) => {
    const line = brokenLine(shape.map(({ utilization, score }) => ({ utilization, score: score * 10 })));
    return ({ allocatable, requested }) =>
      requested > allocatable ? line(100) : line(Math.trunc((requested * 100) / allocatable));
  },
};

/** A piecewise linear function: constant before the first point and after the last one. */
function brokenLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return (utilization) => {
    const at = shape.findIndex((point) => utilization <= point.utilization);
    const right = shape[at];
    if (right === undefined) return shape.at(-1)?.score ?? 0;
    const left = shape[at - 1];
    if (left === undefined) return right.score;
    const part =
      ((right.score - left.score) * (utilization - left.utilization)) / (right.utilization - left.utilization);
    return left.score + Math.trunc(part);
  };
}
