import type { Counted } from "../../cache/podTallies.ts";
import type { SchedulerCache } from "../../cache/schedulerCache.ts";
import { type AffinityTerm, type NamespaceLabels, selectsPod } from "../../model/affinityTerms.ts";

export interface AffinityArgs {
  /** What a required affinity of a pod that is there counts for a pod that it selects. */
  readonly hardPodAffinityWeight: number;
  readonly ignorePreferredTermsOfExistingPods: boolean;
}

export interface AffinityParts {
  readonly cache: SchedulerCache;
  readonly namespaceLabels: NamespaceLabels;
}

/** Pods that all of some terms select; of one term, or of those of one pod. */
export function countedBy(terms: readonly AffinityTerm[], namespaceLabels: NamespaceLabels): Counted {
  const named = terms.find(({ namespaceSelector }) => namespaceSelector === undefined);
  return {
    key: terms
      .map(({ namespaces, namespaceSelector, selector }) => JSON.stringify([namespaces, namespaceSelector, selector]))
      .join(),
    namespaces: named?.namespaces,
    test: (pod) => terms.every((term) => selectsPod(term, pod, namespaceLabels)),
  };
}
