import type { Rejection } from "./plugin.ts";

/** A rejection with the plugin that made it. */
export interface NodeRejection extends Rejection {
  readonly plugin: string;
}

/** Why a pod does not fit on any node. */
export interface Diagnosis {
  /** Total number of nodes. */
  readonly nodes: number;
  /** By the node's name. */
  readonly rejections: ReadonlyMap<string, NodeRejection>;
  /** Why the unchecked nodes are excluded. */
  readonly others: Rejection;
  /** The reason, when the pod was rejected before any node was checked. */
  readonly atOnce?: string;
  /** The plugins that rejected it on any node. */
  readonly rejectedBy: ReadonlySet<string>;
}

export const FINAL_WITHOUT_REASON: Rejection = { reasons: [], isFinal: true };

/**
 * A summary for users: the number of nodes for each reason.
 * @param preemption the result of the preemption attempt
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
