import type { PodInfo } from "../model/podInfo.ts";

/** Tracks which pods are nominated for which node, where victims were preempted for them. */
export class Nominator {
  readonly #nodes = new Map<string, Map<string, PodInfo>>();
  /** The node by pod key. */
  readonly #nodeOf = new Map<string, string>();

  /** The pods that are nominated for a node. */
  on(node: string): Iterable<PodInfo> {
    return this.#nodes.get(node)?.values() ?? [];
  }

  has(node: string): boolean {
    return this.#nodes.has(node);
  }

  nodeOf(key: string): string | undefined {
    return this.#nodeOf.get(key);
  }

  /** @param node empty to clear the nomination */
  set(pod: PodInfo, node: string): void {
    this.delete(pod.key);
    if (node === "") return;
    this.#nodeOf.set(pod.key, node);
    const pods = this.#nodes.get(node);
    if (pods === undefined) this.#nodes.set(node, new Map([[pod.key, pod]]));
    else pods.set(pod.key, pod);
  }

  delete(key: string): void {
    const node = this.#nodeOf.get(key);
    if (node === undefined) return;
    this.#nodeOf.delete(key);
    const pods = this.#nodes.get(node);
    pods?.delete(key);
    if (pods?.size === 0) this.#nodes.delete(node);
  }
}
