import type { PodInfo } from "../model/podInfo.ts";

/** The number of matching pods on each node, by node name; nodes without any are missing. */
export type NodeCounts = ReadonlyMap<string, number>;

/** A definition of the pods to count. */
export interface Counted {
  /** Identifies the definition: equal keys count the same pods. */
  readonly key: string;
  /** The pods' namespaces; undefined for all. */
  readonly namespaces: readonly string[] | undefined;
  test(pod: PodInfo): boolean;
}

interface Tally {
  readonly counted: Counted;
  readonly counts: Map<string, number>;
}

/** Maximum number of tallies that are kept up to date; the least recently used one is dropped. */
const KEPT = 512;

/**
 * Counts of pods by node, created on first use and kept up to date from then on. Adding or removing a pod costs one
 * match per tally of its namespace; reading a count does not visit the pods.
 */
export class PodTallies {
  readonly #tallies = new Map<string, Tally>();
  /** Tallies by namespace; those of all namespaces have the key undefined. */
  readonly #byNamespace = new Map<string | undefined, Set<Tally>>();
  /** Placed pods, by namespace. */
  readonly #pods = new Map<string, Map<string, PodInfo>>();

  /** The current counts; the returned map is updated with every later change of the pods. */
  of(counted: Counted): NodeCounts {
    const known = this.#tallies.get(counted.key);
    if (known !== undefined) {
      // Move it to the end: the most recently used tally comes last.
      this.#tallies.delete(counted.key);
      this.#tallies.set(counted.key, known);
      return known.counts;
    }
    const tally: Tally = { counted, counts: new Map() };
    for (const namespace of counted.namespaces ?? this.#pods.keys()) {
      for (const pod of this.#pods.get(namespace)?.values() ?? []) count(tally, pod, 1);
    }
    this.#keep(tally);
    return tally.counts;
  }

  add(pod: PodInfo): void {
    const { namespace, key } = pod;
    const pods = this.#pods.get(namespace);
    if (pods === undefined) this.#pods.set(namespace, new Map([[key, pod]]));
    else pods.set(key, pod);
    this.#countIn(pod, 1);
  }

  /** @param pod the same as when it was added */
  remove(pod: PodInfo): void {
    const pods = this.#pods.get(pod.namespace);
    pods?.delete(pod.key);
    if (pods?.size === 0) this.#pods.delete(pod.namespace);
    this.#countIn(pod, -1);
  }

  /** Drops all counts, because something other than pods that they depend on has changed. */
  reset(): void {
    this.#tallies.clear();
    this.#byNamespace.clear();
  }

  #countIn(pod: PodInfo, sign: 1 | -1): void {
    for (const tally of this.#byNamespace.get(pod.namespace) ?? []) count(tally, pod, sign);
    for (const tally of this.#byNamespace.get(undefined) ?? []) count(tally, pod, sign);
  }

  #keep(tally: Tally): void {
    this.#tallies.set(tally.counted.key, tally);
    for (const namespace of tally.counted.namespaces ?? [undefined]) {
      const tallies = this.#byNamespace.get(namespace);
      if (tallies === undefined) this.#byNamespace.set(namespace, new Set([tally]));
      else tallies.add(tally);
    }
    if (this.#tallies.size <= KEPT) return;
    const [oldest] = this.#tallies.values();
    if (oldest === undefined) return;
    this.#tallies.delete(oldest.counted.key);
    for (const namespace of oldest.counted.namespaces ?? [undefined]) {
      const tallies = this.#byNamespace.get(namespace);
      tallies?.delete(oldest);
      if (tallies?.size === 0) this.#byNamespace.delete(namespace);
    }
  }
}

function count({ counted, counts }: Tally, pod: PodInfo, sign: 1 | -1): void {
  if (!counted.test(pod)) return;
  const sum = (counts.get(pod.nodeName) ?? 0) + sign;
  if (sum > 0) counts.set(pod.nodeName, sum);
  else counts.delete(pod.nodeName);
}
