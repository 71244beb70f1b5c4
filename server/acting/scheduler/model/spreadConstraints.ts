import type { TopologySpreadConstraint } from "kubernetes-types/core/v1";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { NodeTest } from "../../placement/nodeSelection.ts";
import { REPELLING, untoleratedTaint } from "../../placement/tolerations.ts";
import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { Counted } from "../cache/podTallies.ts";
import { selectorOf } from "./affinityTerms.ts";
import type { PodInfo } from "./podInfo.ts";

export type WhenUnsatisfiable = "DoNotSchedule" | "ScheduleAnyway";

/** One rule by which the pods of a kind spread over places, ready to be used. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly minDomains: number;
  /** Undefined selects nothing. */
  readonly selector: LabelSelector | undefined;
  /** Whether nodes count where the pod may not go: by its node affinity, by taints. */
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** The constraints of one kind that a pod has itself. */
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

/** The pods of a namespace that a constraint counts: those on their way out do not, and of an empty selector none does. */
export function countedPods({ selector }: SpreadConstraint, namespace: string): Counted {
  const isEmpty = selector?.length === 0;
  return {
    key: `spread ${namespace} ${JSON.stringify(selector)}`,
    namespaces: [namespace],
    test: (pod) => !isEmpty && pod.namespace === namespace && !pod.isTerminating && isCounted({ selector }, pod),
  };
}

/** Whether what is on a node counts for a pod. @param required where the pod has to go; undefined for anywhere */
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
