import type { QueueingHint } from "../../framework/plugin.ts";
import { type NamespaceLabels, type PodTerms, selectsPod } from "../../model/affinityTerms.ts";
import type { PodInfo } from "../../model/podInfo.ts";

/** Hints for pods that are kept off a node by other pods, or by the lack of other pods. */
export function interPodAffinityHints(namespaceLabels: NamespaceLabels): QueueingHint[] {
  const anySelects = (terms: PodTerms["affinity"], pod: PodInfo | undefined): boolean =>
    pod !== undefined && terms.some((term) => selectsPod(term, pod, namespaceLabels));
  const allSelect = (terms: PodTerms["affinity"], pod: PodInfo | undefined): boolean =>
    pod !== undefined && terms.length > 0 && terms.every((term) => selectsPod(term, pod, namespaceLabels));
  return [
    {
      on: ["PodAdd"],
      helps: (waiting, { pod }) => allSelect(waiting.terms.affinity, pod),
    },
    {
      on: ["PodLabel"],
      helps(waiting, { pod, oldPod }) {
        // The first pod of a group may satisfy its own affinity by now.
        if (pod?.key === waiting.key) return true;
        const { affinity, antiAffinity } = waiting.terms;
        if (allSelect(affinity, pod) && !allSelect(affinity, oldPod)) return true;
        return anySelects(antiAffinity, oldPod) && !anySelects(antiAffinity, pod);
      },
    },
    {
      on: ["PodDelete"],
      helps: (waiting, { pod }) =>
        anySelects(waiting.terms.antiAffinity, pod) ||
        (pod !== undefined && anySelects(pod.terms.antiAffinity, waiting)),
    },
    {
      on: ["NodeAdd", "NodeLabel"],
      helps(waiting, { node, oldNode }) {
        const { affinity, antiAffinity } = waiting.terms;
        const labelIn = (labels: Record<string, string> | undefined, key: string): string | undefined => labels?.[key];
        const keys = [...affinity, ...antiAffinity].map(({ topologyKey }) => topologyKey);
        // A pod that is only rejected by other pods' anti-affinity may fit anywhere else.
        if (keys.length === 0) return true;
        if (oldNode === undefined)
          return affinity.every(({ topologyKey }) => topologyKey in (node?.metadata?.labels ?? {}));
        return keys.some((key) => labelIn(node?.metadata?.labels, key) !== labelIn(oldNode.metadata?.labels, key));
      },
    },
  ];
}
