import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { MAX_SCORE, type Plugin } from "../../framework/plugin.ts";
import { selectsPod, type WeightedTerm } from "../../model/affinityTerms.ts";
import { addTo, byTopology, labelOf } from "../../model/topology.ts";
import { type AffinityArgs, type AffinityParts, countedBy } from "./parts.ts";

/** Scores nodes by the preferred terms of the pod, and by the terms of placed pods that match it. */
export function interPodAffinityScorer(
  { cache, namespaceLabels }: AffinityParts,
  { hardPodAffinityWeight, ignorePreferredTermsOfExistingPods }: AffinityArgs,
): NonNullable<Plugin["prepareScore"]> {
  const nodeOf = (name: string): NodeInfo | undefined => cache.node(name);
  return (pod) => {
    const hasOwn = pod.terms.preferred.length + pod.terms.avoided.length > 0;
    if (ignorePreferredTermsOfExistingPods && !hasOwn) return undefined;
    /** By label key and value: the score of a node with this label. */
    const worth = new Map<string, Map<string, number>>();
    const add = (key: string, sums: ReadonlyMap<string, number>, weight: number): void => {
      const values = worth.get(key) ?? new Map<string, number>();
      worth.set(key, values);
      for (const [value, count] of sums) addTo(values, value, count * weight);
    };
    const addOwn = (terms: readonly WeightedTerm[], sign: 1 | -1): void => {
      for (const { term, weight } of terms) {
        const counts = cache.tallies.of(countedBy([term], namespaceLabels));
        add(term.topologyKey, byTopology(counts, term.topologyKey, nodeOf), sign * weight);
      }
    };
    const addPlaced = (kind: "affinity" | "preferred" | "avoided", factor: number): void => {
      if (factor === 0) return;
      for (const { term, weight, counts } of cache.placedTerms.of(kind)) {
        if (selectsPod(term, pod, namespaceLabels))
          add(term.topologyKey, byTopology(counts, term.topologyKey, nodeOf), factor * weight);
      }
    };
    addOwn(pod.terms.preferred, 1);
    addOwn(pod.terms.avoided, -1);
    addPlaced("affinity", hardPodAffinityWeight);
    addPlaced("preferred", 1);
    addPlaced("avoided", -1);
    const kept = [...worth].filter(([, values]) => values.size > 0);
    if (kept.length === 0) return undefined;
    return {
      score(node) {
        let sum = 0;
        for (const [key, values] of kept) {
          const value = labelOf(node, key);
          if (value !== undefined) sum += values.get(value) ?? 0;
        }
        return sum;
      },
      normalize: spreadOut,
    };
  };
}

/** Scales scores so that the lowest becomes 0 and the highest 100. */
function spreadOut(scores: number[]): void {
  const lowest = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const range = highest - lowest;
  for (let i = 0; i < scores.length; i++) {
    // Divides first, as the reference does: the rounding error is then truncated.
    scores[i] = range > 0 ? Math.trunc(MAX_SCORE * (((scores[i] ?? 0) - lowest) / range)) : 0;
  }
}
