import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { ClusterEvent, EventKind } from "../queue/clusterEvents.ts";

/** Why a node, or every node, is unsuitable for a pod. */
export interface Rejection {
  readonly reasons: readonly string[];
  /** Whether it would remain if all other pods were gone. */
  readonly isFinal: boolean;
}

/** A rejection that may disappear when other pods leave. */
export const unschedulable = (...reasons: readonly string[]): Rejection => ({ reasons, isFinal: false });

/** A rejection that preemption cannot change. */
export const unresolvable = (...reasons: readonly string[]): Rejection => ({ reasons, isFinal: true });

export const isRejection = (value: object): value is Rejection => "reasons" in value;

/** A plugin's precomputed state for one pod, with which it filters node by node. */
export interface NodeFilter {
  /** The only possible nodes, by name. */
  readonly nodeNames?: ReadonlySet<string>;
  /** Undefined when the node is suitable. */
  filter(node: NodeInfo): Rejection | undefined;
  /**
   * Temporarily adds or removes another pod, to evaluate a hypothetical state. The node already reflects the change.
   * @param sign 1 when the pod is added, -1 when it is removed
   */
  count?(other: PodInfo, node: NodeInfo, sign: 1 | -1): void;
}

/** Scores nodes for one pod. */
export interface NodeScorer {
  score(node: NodeInfo): number;
  /** Normalizes the scores of all feasible nodes to 0 … 100, in place. Absent when they already are in this range. */
  normalize?(scores: number[], nodes: readonly NodeInfo[]): void;
}

/** What a pod needs before it can be bound to the chosen node. */
export interface Reservation {
  /** Performs it through the API. @throws Error when that fails: the pod is then retried */
  prepare(): Promise<void>;
  /** Reverts the reservation. */
  release(): void;
}

/** Decides whether an event may make a pod schedulable that a plugin has rejected. */
export interface QueueingHint {
  readonly on: readonly EventKind[];
  /** Default: every event may. */
  helps?(pod: PodInfo, event: ClusterEvent): boolean;
}

/** A scheduler plugin, which implements one rule. */
export interface Plugin {
  readonly name: string;
  /** Undefined when the rule does not apply to the pod; a rejection when no node is suitable. */
  prepareFilter?(pod: PodInfo): NodeFilter | Rejection | undefined;
  /** Undefined when the rule does not affect the scores. @param feasible the nodes that will be scored */
  prepareScore?(pod: PodInfo, feasible: readonly NodeInfo[]): NodeScorer | undefined;
  /**
   * Reserves what the pod will use. Undefined when there is nothing to reserve.
   * @throws Error when it has gone in the meantime
   */
  reserve?(pod: PodInfo, node: NodeInfo): Reservation | undefined;
  /** Hints about events that may help pods that this plugin rejected. */
  readonly hints?: readonly QueueingHint[];
}

export const MAX_SCORE = 100;

/** Scales scores so that the highest becomes 100. @param isReversed whether lower is better */
export function normalizeByHighest(scores: number[], isReversed = false): void {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  for (let i = 0; i < scores.length; i++) {
    const score = highest === 0 ? 0 : Math.trunc((MAX_SCORE * (scores[i] ?? 0)) / highest);
    scores[i] = isReversed ? MAX_SCORE - score : score;
  }
}
