import type { TopologySpreadConstraint } from "kubernetes-types/core/v1";
import type { LabelSelector } from "../../../../../shared/selectors/labelSelector.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { SchedulerCache } from "../../cache/schedulerCache.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { constraintsOf, type SpreadConstraint, type WhenUnsatisfiable } from "../../model/spreadConstraints.ts";

export interface SpreadArgs {
  readonly defaultingType: "System" | "List";
  readonly defaultConstraints: readonly TopologySpreadConstraint[];
}

export interface SpreadParts {
  readonly cache: SchedulerCache;
  readonly vocabulary: Vocabulary;
  /** A selector of the pods of the same services and of the same controller; undefined when there are neither. */
  ownersSelector(pod: PodInfo): LabelSelector | undefined;
}

/**
 * Returns the constraints of a pod: its own, or, when it has none at all, the default ones with a selector from its
 * services and controller.
 */
export type ConstraintsFor = (
  pod: PodInfo,
  when: WhenUnsatisfiable,
) => {
  readonly constraints: readonly SpreadConstraint[];
  /** Whether nodes that lack one of the labels still count for the other constraints. */
  readonly allowsMissing: boolean;
};

export function constraintsFor({ vocabulary, ownersSelector }: SpreadParts, args: SpreadArgs): ConstraintsFor {
  const isOfSystem = args.defaultingType === "System";
  const byDefault = isOfSystem ? systemConstraints(vocabulary) : args.defaultConstraints;
  return (pod, when) => {
    if ((pod.spec.topologySpreadConstraints ?? []).length > 0) {
      return { constraints: constraintsOf(pod, undefined, when), allowsMissing: false };
    }
    const constraints = constraintsOf(pod, byDefault, when);
    const selector = constraints.length === 0 ? undefined : ownersSelector(pod);
    if (selector === undefined) return { constraints: [], allowsMissing: isOfSystem };
    return { constraints: constraints.map((constraint) => ({ ...constraint, selector })), allowsMissing: isOfSystem };
  };
}

const systemConstraints = (vocabulary: Vocabulary): TopologySpreadConstraint[] => [
  { topologyKey: vocabulary.render("{labelDomain}/hostname"), maxSkew: 3, whenUnsatisfiable: "ScheduleAnyway" },
  { topologyKey: vocabulary.render("topology.{labelDomain}/zone"), maxSkew: 5, whenUnsatisfiable: "ScheduleAnyway" },
];
