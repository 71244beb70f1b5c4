import type { Counted } from "../../cache/podTallies.ts";
import type { SchedulerCache } from "../../cache/schedulerCache.ts";
import { type AffinityTerm, type NamespaceLabels, selectsPod } from "../../model/affinityTerms.ts";

export interface AffinityArgs {
  /** The weight of a placed pod's required affinity for pods that it selects. */
  readonly hardPodAffinityWeight: number;
  readonly ignorePreferredTermsOfExistingPods: boolean;
}

export interface AffinityParts {
  readonly cache: SchedulerCache;
  readonly namespaceLabels: NamespaceLabels;
}

/** The pods that match all of some terms; the terms are a single one, or all of one pod. */
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
