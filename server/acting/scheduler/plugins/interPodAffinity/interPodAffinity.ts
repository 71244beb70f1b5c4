import type { NodeInfo } from "../../cache/nodeInfo.ts";
import type { PlacedTerm } from "../../cache/placedTerms.ts";
import { type NodeFilter, type Plugin, type Rejection, unresolvable, unschedulable } from "../../framework/plugin.ts";
import { type AffinityTerm, selectsPod } from "../../model/affinityTerms.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { addTo, byTopology, labelOf } from "../../model/topology.ts";
import { interPodAffinityHints } from "./hints.ts";
import { type AffinityArgs, type AffinityParts, countedBy } from "./parts.ts";
import { interPodAffinityScorer } from "./score.ts";

const EXISTING = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");
const AFFINITY = unresolvable("node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules");

/** One term, and the number of matching pods for each value of its topology key. */
interface CountedTerm {
  readonly term: AffinityTerm;
  readonly counts: Map<string, number>;
}

/** Implements pod affinity and anti-affinity, both of the pod itself and of placed pods that select it. */
export function interPodAffinity(parts: AffinityParts, args: AffinityArgs): Plugin {
  const { cache, namespaceLabels } = parts;
  const nodeOf = (name: string): NodeInfo | undefined => cache.node(name);
  const selects = (term: AffinityTerm, pod: PodInfo): boolean => selectsPod(term, pod, namespaceLabels);
  /** The number of pods that match all of some terms, by topology value. */
  const whereSelected = (terms: readonly AffinityTerm[], key: string): Map<string, number> =>
    byTopology(cache.tallies.of(countedBy(terms, namespaceLabels)), key, nodeOf);

  /** The anti-affinity terms of placed pods that match a pod. */
  const against = (pod: PodInfo): CountedTerm[] =>
    [...cache.placedTerms.of("antiAffinity")]
      .filter(({ term }: PlacedTerm) => selects(term, pod))
      .map(({ term, counts }) => ({ term, counts: byTopology(counts, term.topologyKey, nodeOf) }));

  return {
    name: "InterPodAffinity",
    prepareFilter(pod): NodeFilter | undefined {
      const existing = against(pod);
      const { affinity, antiAffinity } = pod.terms;
      if (existing.length + affinity.length + antiAffinity.length === 0) return undefined;
      const beside: CountedTerm[] = affinity.map((term) => ({
        term,
        counts: whereSelected(affinity, term.topologyKey),
      }));
      const apart: CountedTerm[] = antiAffinity.map((term) => ({
        term,
        counts: whereSelected([term], term.topologyKey),
      }));
      const isItsOwnCompany = affinity.length > 0 && affinity.every((term) => selects(term, pod));
      return {
        filter(node): Rejection | undefined {
          if (!isBeside(beside, node, isItsOwnCompany)) return AFFINITY;
          if (isAmong(apart, node)) return ANTI_AFFINITY;
          return isAmong(existing, node) ? EXISTING : undefined;
        },
        count(other, node, sign) {
          if (affinity.length > 0 && affinity.every((term) => selects(term, other))) {
            for (const counted of beside) countAt(counted, node, sign);
          }
          for (const counted of apart) if (selects(counted.term, other)) countAt(counted, node, sign);
          for (const term of other.terms.antiAffinity) {
            if (!selects(term, pod)) continue;
            let counted = existing.find(({ term: known }) => known.signature === term.signature);
            if (counted === undefined) {
              counted = { term, counts: new Map() };
              existing.push(counted);
            }
            countAt(counted, node, sign);
          }
        },
      };
    },
    prepareScore: interPodAffinityScorer(parts, args),
    hints: interPodAffinityHints(namespaceLabels),
  };
}

/**
 * Whether every affinity term finds pods in the node's topology; or else there are none anywhere, and the pod matches
 * its own terms.
 */
function isBeside(terms: readonly CountedTerm[], node: NodeInfo, isItsOwnCompany: boolean): boolean {
  let isCompany = true;
  for (const { term, counts } of terms) {
    const value = labelOf(node, term.topologyKey);
    if (value === undefined) return false;
    if ((counts.get(value) ?? 0) <= 0) isCompany = false;
  }
  return isCompany || (isItsOwnCompany && terms.every(({ counts }) => counts.size === 0));
}

const isAmong = (terms: readonly CountedTerm[], node: NodeInfo): boolean =>
  terms.some(({ term, counts }) => {
    const value = labelOf(node, term.topologyKey);
    return value !== undefined && (counts.get(value) ?? 0) > 0;
  });

function countAt({ term, counts }: CountedTerm, node: NodeInfo, sign: 1 | -1): void {
  const value = labelOf(node, term.topologyKey);
  if (value !== undefined) addTo(counts, value, sign);
}
