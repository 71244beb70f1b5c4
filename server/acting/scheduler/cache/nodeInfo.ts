import type { Node, Taint } from "kubernetes-types/core/v1";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { type Amounts, addAmounts, amountsOf, copyAmounts, noAmounts } from "../model/amounts.ts";
import { UsedPorts } from "../model/hostPorts.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** A node with its pods, whose resource sums are updated at every change. */
export class NodeInfo {
  readonly name: string;
  #node!: Node;
  labels: Readonly<Record<string, string>> = {};
  taints: readonly Taint[] = [];
  allocatable: Amounts = noAmounts();
  allowedPods = 0;
  /** Image sizes in bytes, by image name. */
  images: ReadonlyMap<string, number> = new Map();
  readonly pods = new Map<string, PodInfo>();
  readonly requested: Amounts = noAmounts();
  /** Sums of CPU and memory, in which containers without a request count with default amounts. */
  readonly assumed: Amounts = noAmounts();
  readonly usedPorts = new UsedPorts();

  /** @param same an info of the same node, whose parsed values are reused */
  constructor(node: Node, same?: NodeInfo) {
    this.name = node.metadata?.name ?? "";
    if (same === undefined) {
      this.node = node;
      return;
    }
    this.#node = node;
    this.labels = same.labels;
    this.taints = same.taints;
    this.allocatable = same.allocatable;
    this.allowedPods = same.allowedPods;
    this.images = same.images;
  }

  get node(): Node {
    return this.#node;
  }

  set node(node: Node) {
    this.#node = node;
    this.labels = node.metadata?.labels ?? {};
    this.taints = node.spec?.taints ?? [];
    this.allocatable = amountsOf(node.status?.allocatable);
    this.allowedPods = amountIn(node.status?.allocatable?.["pods"] ?? "0", false);
    this.images = new Map(
      (node.status?.images ?? []).flatMap(({ names = [], sizeBytes = 0 }) =>
        names.map((name) => [name, sizeBytes] as const),
      ),
    );
  }

  add(pod: PodInfo): void {
    this.pods.set(pod.key, pod);
    this.#count(pod, 1);
  }

  /** Removes the pod with that key. */
  remove({ key }: PodInfo): void {
    const pod = this.pods.get(key);
    if (pod === undefined) return;
    this.pods.delete(key);
    this.#count(pod, -1);
  }

  #count(pod: PodInfo, sign: 1 | -1): void {
    addAmounts(this.requested, pod.requests, sign);
    addAmounts(this.assumed, pod.assumedRequests, sign);
    this.usedPorts.add(pod.ports, sign);
  }

  /** A copy with the same node and pods, for trial changes. */
  copy(): NodeInfo {
    const copy = new NodeInfo(this.#node, this);
    for (const [key, pod] of this.pods) {
      copy.pods.set(key, pod);
      copy.usedPorts.add(pod.ports);
    }
    Object.assign(copy.requested, copyAmounts(this.requested));
    Object.assign(copy.assumed, copyAmounts(this.assumed));
    return copy;
  }
}
