import type { AffinityTerm } from "../model/affinityTerms.ts";
import type { PodInfo } from "../model/podInfo.ts";

export type TermKind = "affinity" | "antiAffinity" | "preferred" | "avoided";

/** An affinity term of placed pods, and the number of such pods on each node. */
export interface PlacedTerm {
  readonly term: AffinityTerm;
  /** The weight of preferred and avoided terms; 1 for others. */
  readonly weight: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface Entry extends PlacedTerm {
  readonly counts: Map<string, number>;
}

/** The affinity terms of all placed pods, with equal terms combined: the pods of one owner all have the same terms. */
export class PlacedTerms {
  readonly #entries: Readonly<Record<TermKind, Map<string, Entry>>> = {
    affinity: new Map(),
    antiAffinity: new Map(),
    preferred: new Map(),
    avoided: new Map(),
  };

  of(kind: TermKind): Iterable<PlacedTerm> {
    return this.#entries[kind].values();
  }

  has(kind: TermKind): boolean {
    return this.#entries[kind].size > 0;
  }

  /** @param sign -1 when the pod leaves */
  count(pod: PodInfo, sign: 1 | -1): void {
    const { affinity, antiAffinity, preferred, avoided } = pod.terms;
    for (const term of affinity) this.#count("affinity", term, 1, pod.nodeName, sign);
    for (const term of antiAffinity) this.#count("antiAffinity", term, 1, pod.nodeName, sign);
    for (const { term, weight } of preferred) this.#count("preferred", term, weight, pod.nodeName, sign);
    for (const { term, weight } of avoided) this.#count("avoided", term, weight, pod.nodeName, sign);
  }

  #count(kind: TermKind, term: AffinityTerm, weight: number, node: string, sign: 1 | -1): void {
    const entries = this.#entries[kind];
    const key = `${weight} ${term.signature}`;
    let entry = entries.get(key);
    if (entry === undefined) {
      entry = { term, weight, counts: new Map() };
      entries.set(key, entry);
    }
    const sum = (entry.counts.get(node) ?? 0) + sign;
    if (sum > 0) entry.counts.set(node, sum);
    else entry.counts.delete(node);
    if (entry.counts.size === 0) entries.delete(key);
  }
}
