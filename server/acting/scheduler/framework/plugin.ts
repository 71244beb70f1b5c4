import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { ClusterEvent, EventKind } from "../queue/clusterEvents.ts";

/** Why a node, or every node, is no place for a pod. */
export interface Rejection {
  readonly reasons: readonly string[];
  /** Whether it would hold as well if all other pods were gone. */
  readonly isFinal: boolean;
}

/** What keeps a pod off as long as others are in the way. */
export const unschedulable = (...reasons: readonly string[]): Rejection => ({ reasons, isFinal: false });

/** What no preemption changes. */
export const unresolvable = (...reasons: readonly string[]): Rejection => ({ reasons, isFinal: true });

export const isRejection = (value: object): value is Rejection => "reasons" in value;

/** What a plugin has found out about one pod, to judge node by node. */
export interface NodeFilter {
  /** The only nodes that come into question, by their names. */
  readonly nodeNames?: ReadonlySet<string>;
  /** Undefined for a node that will do. */
  filter(node: NodeInfo): Rejection | undefined;
  /**
   * Counts another pod on a node, or no more, for a while: what would be if. The node has it already, or has it no more.
   * @param sign 1 when it comes, -1 when it goes
   */
  count?(other: PodInfo, node: NodeInfo, sign: 1 | -1): void;
}

/** How well nodes suit one pod. */
export interface NodeScorer {
  score(node: NodeInfo): number;
  /** Brings the scores of all feasible nodes to 0 … 100, in place. Without it, they are that already. */
  normalize?(scores: number[], nodes: readonly NodeInfo[]): void;
}

/** What a pod needs before it can be bound to the node that was chosen. */
export interface Reservation {
  /** Does it in the API. @throws Error when it cannot be had: the pod is tried again */
  prepare(): Promise<void>;
  /** Takes back what was set aside. */
  release(): void;
}

/** Whether an event may make a pod schedulable that a plugin has rejected. */
export interface QueueingHint {
  readonly on: readonly EventKind[];
  /** Default: it may. */
  helps?(pod: PodInfo, event: ClusterEvent): boolean;
}

/** A part of the scheduler that knows one rule. */
export interface Plugin {
  readonly name: string;
  /** Undefined when the pod is no matter of this rule; a rejection when no node will do. */
  prepareFilter?(pod: PodInfo): NodeFilter | Rejection | undefined;
  /** Undefined when the rule makes no difference. @param feasible the nodes that will be scored */
  prepareScore?(pod: PodInfo, feasible: readonly NodeInfo[]): NodeScorer | undefined;
  /** Sets aside what the pod will use. Undefined when that is nothing. @throws Error when it is gone meanwhile */
  reserve?(pod: PodInfo, node: NodeInfo): Reservation | undefined;
  /** What may help pods that this plugin rejected. */
  readonly hints?: readonly QueueingHint[];
}

export const MAX_SCORE = 100;

/** Scales scores so that the highest becomes 100. @param isReversed whether less is better */
export function normalizeByHighest(scores: number[], isReversed = false): void {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  for (let i = 0; i < scores.length; i++) {
    const score = highest === 0 ? 0 : Math.trunc((MAX_SCORE * (scores[i] ?? 0)) / highest);
    scores[i] = isReversed ? MAX_SCORE - score : score;
  }
}
