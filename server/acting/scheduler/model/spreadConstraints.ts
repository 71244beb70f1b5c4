import type { TopologySpreadConstraint } from "kubernetes-types/core/v1";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { NodeTest } from "../../placement/nodeSelection.ts";
import { REPELLING, untoleratedTaint } from "../../placement/tolerations.ts";
import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { Counted } from "../cache/podTallies.ts";
import { selectorOf } from "./affinityTerms.ts";
import type { PodInfo } from "./podInfo.ts";

export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";

/** One topology spread constraint, prepared for use. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly minDomains: number;
  /** Undefined matches nothing. */
  readonly selector: LabelSelector | undefined;
  /**
   * Whether nodes that the pod's node affinity excludes (or whose taints it does not tolerate) are left out of the
   * counts.
   */
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** A pod's own constraints of one kind. */
export function constraintsOf(
  { spec, labels }: PodInfo,
  written: readonly TopologySpreadConstraint[] = spec.topologySpreadConstraints ?? [],
  when: WhenUnsatisfiable,
): SpreadConstraint[] {
  return written
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === when)
    .map(({ maxSkew, topologyKey, minDomains, labelSelector, matchLabelKeys = [], ...policies }) => {
      const own = matchLabelKeys
        .filter((key) => Object.hasOwn(labels, key))
        .map((key) => ({ key, operator: "In" as const, values: [labels[key] ?? ""] }));
      const selector = selectorOf(labelSelector);
      return {
        maxSkew,
        topologyKey,
        minDomains: minDomains ?? 1,
        selector: selector === undefined ? undefined : [...selector, ...own],
        honorsAffinity: (policies.nodeAffinityPolicy ?? "Honor") === "Honor",
        honorsTaints: policies.nodeTaintsPolicy === "Honor",
      };
    });
}

export const isCounted = (constraint: Pick<SpreadConstraint, "selector">, pod: PodInfo): boolean =>
  constraint.selector !== undefined && matchesLabels(constraint.selector, pod.labels);

/**
 * The pods of a namespace that a constraint counts: terminating ones are not counted, and an empty selector counts
 * none.
 */
export function countedPods({ selector }: SpreadConstraint, namespace: string): Counted {
  const isEmpty = selector?.length === 0;
  return {
    key: `spread ${namespace} ${JSON.stringify(selector)}`,
    namespaces: [namespace],
    test: (pod) => !isEmpty && pod.namespace === namespace && !pod.isTerminating && isCounted({ selector }, pod),
  };
}

/** Whether a node's pods count for a constraint. @param required the nodes that the pod requires; undefined for all */
export function includesNode(
  { honorsAffinity, honorsTaints }: SpreadConstraint,
  { spec }: PodInfo,
  required: NodeTest | undefined,
  { node, taints }: NodeInfo,
): boolean {
  if (honorsAffinity && required !== undefined && !required(node)) return false;
  return !honorsTaints || untoleratedTaint(taints, spec.tolerations ?? [], REPELLING) === undefined;
}

export const hasAllKeys = ({ labels }: NodeInfo, constraints: readonly SpreadConstraint[]): boolean =>
  constraints.every(({ topologyKey }) => Object.hasOwn(labels, topologyKey));
