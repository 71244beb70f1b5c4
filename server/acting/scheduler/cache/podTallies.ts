import type { PodInfo } from "../model/podInfo.ts";

/** How many pods of some kind each node has, by the node's name; nodes without any are missing. */
export type NodeCounts = ReadonlyMap<string, number>;

/** Which pods are counted. */
export interface Counted {
  /** The same for what counts the same pods. */
  readonly key: string;
  /** Where they are; undefined for anywhere. */
  readonly namespaces: readonly string[] | undefined;
  test(pod: PodInfo): boolean;
}

interface Tally {
  readonly counted: Counted;
  readonly counts: Map<string, number>;
}

/** The number of tallies that are kept up to date; the least recently used one is dropped. */
const KEPT = 512;

/**
 * Counts of pods by node, made on first use and kept up to date from then on. A pod that comes or goes costs a test for
 * each tally of its namespace, and a caller does not look at the pods.
 */
export class PodTallies {
  readonly #tallies = new Map<string, Tally>();
  /** By namespace; those of pods anywhere stand under undefined. */
  readonly #byNamespace = new Map<string | undefined, Set<Tally>>();
  /** Pods on nodes, by namespace. */
  readonly #pods = new Map<string, Map<string, PodInfo>>();

  /** The counts of now; they change with every later change of the pods. */
  of(counted: Counted): NodeCounts {
    const known = this.#tallies.get(counted.key);
    if (known !== undefined) {
      // The latest stands last.
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

  /** @param pod as it was added */
  remove(pod: PodInfo): void {
    const pods = this.#pods.get(pod.namespace);
    pods?.delete(pod.key);
    if (pods?.size === 0) this.#pods.delete(pod.namespace);
    this.#countIn(pod, -1);
  }

  /** Forgets all counts: something else than pods decides what they are. */
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
