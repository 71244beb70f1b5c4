import type { Node } from "kubernetes-types/core/v1";
import type { PodInfo } from "../model/podInfo.ts";
import { NodeInfo } from "./nodeInfo.ts";
import { roundZones } from "./nodeOrder.ts";
import { PlacedTerms } from "./placedTerms.ts";
import { PodTallies } from "./podTallies.ts";

/**
 * The nodes and their pods: the pods that the API shows there, and those that the scheduler has placed (assumed) but
 * the API does not show yet. The cost of a change does not depend on the number of nodes.
 */
export class SchedulerCache {
  readonly tallies = new PodTallies();
  readonly placedTerms = new PlacedTerms();
  readonly #nodes = new Map<string, NodeInfo>();
  /** Placed pods, including those on nodes that are not known (yet). */
  readonly #pods = new Map<string, PodInfo>();
  readonly #onUnknown = new Map<string, Map<string, PodInfo>>();
  readonly #assumed = new Set<string>();
  readonly #imageNodes = new Map<string, number>();
  readonly #zoneOf: (node: NodeInfo) => string;
  #order: readonly NodeInfo[] | undefined;

  /** @param zoneOf returns the region and zone of a node */
  constructor(zoneOf: (node: NodeInfo) => string) {
    this.#zoneOf = zoneOf;
  }

  /** All nodes, alternating between zones. */
  get nodes(): readonly NodeInfo[] {
    this.#order ??= roundZones(this.#nodes.keys(), (name) => {
      const node = this.#nodes.get(name);
      return node === undefined ? "" : this.#zoneOf(node);
    }).flatMap((name) => this.#nodes.get(name) ?? []);
    return this.#order;
  }

  node(name: string): NodeInfo | undefined {
    return this.#nodes.get(name);
  }

  /** The pod in its current state, on whatever node. */
  pod(key: string): PodInfo | undefined {
    return this.#pods.get(key);
  }

  /** The number of nodes that have an image. */
  nodesWithImage(image: string): number {
    return this.#imageNodes.get(image) ?? 0;
  }

  setNode(node: Node): void {
    const name = node.metadata?.name ?? "";
    const known = this.#nodes.get(name);
    if (known === undefined) {
      const added = new NodeInfo(node);
      this.#nodes.set(name, added);
      for (const pod of this.#onUnknown.get(name)?.values() ?? []) added.add(pod);
      this.#onUnknown.delete(name);
      this.#countImages(added, 1);
      this.#order = undefined;
      return;
    }
    this.#countImages(known, -1);
    const zone = this.#zoneOf(known);
    known.node = node;
    this.#countImages(known, 1);
    if (this.#zoneOf(known) !== zone) this.#order = undefined;
  }

  deleteNode(name: string): void {
    const node = this.#nodes.get(name);
    if (node === undefined) return;
    this.#nodes.delete(name);
    this.#countImages(node, -1);
    if (node.pods.size > 0) this.#onUnknown.set(name, new Map(node.pods));
    this.#order = undefined;
  }

  /** Sets a pod that the API shows on a node. */
  setPod(pod: PodInfo): void {
    this.#assumed.delete(pod.key);
    this.#put(pod);
  }

  /** Places a pod that is about to be bound to the node that it names here. */
  assume(pod: PodInfo): void {
    this.#put(pod);
    this.#assumed.add(pod.key);
  }

  isAssumed(key: string): boolean {
    return this.#assumed.has(key);
  }

  /** Removes an assumed pod, unless the API has shown it in the meantime. */
  forget(key: string): void {
    if (this.#assumed.has(key)) this.deletePod(key);
  }

  deletePod(key: string): void {
    this.#assumed.delete(key);
    const pod = this.#pods.get(key);
    if (pod === undefined) return;
    this.#pods.delete(key);
    this.#nodes.get(pod.nodeName)?.remove(pod);
    const others = this.#onUnknown.get(pod.nodeName);
    others?.delete(key);
    if (others?.size === 0) this.#onUnknown.delete(pod.nodeName);
    this.tallies.remove(pod);
    this.placedTerms.count(pod, -1);
  }

  #put(pod: PodInfo): void {
    const isAssumed = this.#assumed.has(pod.key);
    this.deletePod(pod.key);
    if (isAssumed) this.#assumed.add(pod.key);
    this.#pods.set(pod.key, pod);
    const node = this.#nodes.get(pod.nodeName);
    if (node !== undefined) node.add(pod);
    else {
      const others = this.#onUnknown.get(pod.nodeName) ?? new Map<string, PodInfo>();
      this.#onUnknown.set(pod.nodeName, others.set(pod.key, pod));
    }
    this.tallies.add(pod);
    this.placedTerms.count(pod, 1);
  }

  #countImages(node: NodeInfo, sign: 1 | -1): void {
    for (const image of node.images.keys()) {
      const count = (this.#imageNodes.get(image) ?? 0) + sign;
      if (count > 0) this.#imageNodes.set(image, count);
      else this.#imageNodes.delete(image);
    }
  }
}
