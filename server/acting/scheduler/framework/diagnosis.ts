import type { Rejection } from "./plugin.ts";

/** A rejection and whose it is. */
export interface NodeRejection extends Rejection {
  readonly plugin: string;
}

/** Why a pod fits nowhere. */
export interface Diagnosis {
  /** All nodes there are. */
  readonly nodes: number;
  /** By the node's name. */
  readonly rejections: ReadonlyMap<string, NodeRejection>;
  /** Why the nodes that were not looked at are ruled out. */
  readonly others: Rejection;
  /** When the pod was rejected before any node was looked at. */
  readonly atOnce?: string;
  /** The plugins that rejected it somewhere. */
  readonly rejectedBy: ReadonlySet<string>;
}

export const FINAL_WITHOUT_REASON: Rejection = { reasons: [], isFinal: true };

/**
 * The sentence for people: how many nodes say what.
 * @param preemption what came of making room
 */
export function diagnosisText({ nodes, rejections, others, atOnce }: Diagnosis, preemption = ""): string {
  const parts = [`0/${nodes} nodes are available:`];
  if (atOnce !== undefined) {
    if (atOnce !== "") parts.push(`${atOnce}.`);
  }
  if (atOnce === undefined || atOnce === "") {
    const counts = new Map<string, number>();
    const count = (reasons: readonly string[], times: number): void => {
      for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + times);
    };
    for (const { reasons } of rejections.values()) count(reasons, 1);
    if (rejections.size < nodes) count(others.reasons, nodes - rejections.size);
    const sorted = [...counts].map(([reason, times]) => `${times} ${reason}`).sort(byCodeUnits);
    if (sorted.length > 0) parts.push(`${sorted.join(", ")}.`);
  }
  if (preemption !== "") parts.push(preemption);
  return parts.join(" ");
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
