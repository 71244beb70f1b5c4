import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import { type Diagnosis, FINAL_WITHOUT_REASON, type NodeRejection } from "../framework/diagnosis.ts";
import { unresolvable } from "../framework/plugin.ts";
import type { Profile } from "../framework/profile.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";
import { filterWithNominated, type PreparedFilters, prepareFilters } from "./nodeFilters.ts";
import { nodesToFind } from "./sampling.ts";
import { chooseNode, scoreNodes } from "./scoreNodes.ts";

/** The node for a pod, or the reasons why there is none. */
export type Placement =
  | { readonly node: NodeInfo; readonly diagnosis?: undefined }
  /** `filters` is undefined when the pod was rejected before any node was checked. */
  | { readonly node?: undefined; readonly diagnosis: Diagnosis; readonly filters?: PreparedFilters };

export interface CycleParts {
  readonly cache: SchedulerCache;
  readonly nominator: Nominator;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
}

/** Finds nodes for pods, one pod at a time. Each search starts where the last one ended. */
export class PodScheduler {
  readonly #parts: CycleParts;
  #next = 0;

  constructor(parts: CycleParts) {
    this.#parts = parts;
  }

  schedule(profile: Profile, pod: PodInfo): Placement {
    const { cache, random } = this.#parts;
    const all = cache.nodes;
    const prepared = prepareFilters(profile.filters, pod);
    if ("rejection" in prepared) {
      const { rejection, plugins } = prepared;
      const atOnce = rejection.reasons.join(", ");
      const rejectedBy = new Set(plugins);
      return { diagnosis: { nodes: all.length, rejections: new Map(), others: rejection, atOnce, rejectedBy } };
    }
    const rejections = new Map<string, NodeRejection>();
    const feasible = this.#nominated(prepared, pod, rejections) ?? this.#feasible(profile, prepared, pod, rejections);
    const [first] = feasible;
    if (first === undefined) {
      const rejectedBy = new Set(prepared.namedBy);
      for (const { plugin } of rejections.values()) rejectedBy.add(plugin);
      const others =
        prepared.nodeNames === undefined
          ? FINAL_WITHOUT_REASON
          : unresolvable(`node(s) didn't satisfy plugin(s) [${prepared.namedBy.join(" ")}]`);
      return { diagnosis: { nodes: all.length, rejections, others, rejectedBy }, filters: prepared };
    }
    if (feasible.length === 1) return { node: first };
    return { node: chooseNode(feasible, scoreNodes(profile.scorers, pod, feasible), random) };
  }

  /** The node for which the pod was nominated, if it fits there now. */
  #nominated(prepared: PreparedFilters, pod: PodInfo, rejections: Map<string, NodeRejection>): NodeInfo[] | undefined {
    const { cache, nominator } = this.#parts;
    const node = cache.node(pod.status.nominatedNodeName ?? nominator.nodeOf(pod.key) ?? "");
    if (node === undefined) return undefined;
    const rejection = filterWithNominated(prepared, pod, node, nominator);
    if (rejection === undefined) return [node];
    rejections.set(node.name, rejection);
    return undefined;
  }

  #feasible(
    { percentageOfNodesToScore, scorers }: Profile,
    prepared: PreparedFilters,
    pod: PodInfo,
    rejections: Map<string, NodeRejection>,
  ): NodeInfo[] {
    const { cache, nominator } = this.#parts;
    const { nodeNames } = prepared;
    const nodes = nodeNames === undefined ? cache.nodes : [...nodeNames].flatMap((name) => cache.node(name) ?? []);
    const wanted = scorers.length === 0 ? 1 : nodesToFind(nodes.length, percentageOfNodesToScore);
    const feasible: NodeInfo[] = [];
    let looked = 0;
    for (; looked < nodes.length && feasible.length < wanted; looked++) {
      const node = nodes[(this.#next + looked) % nodes.length] as NodeInfo;
      const rejection = filterWithNominated(prepared, pod, node, nominator);
      if (rejection === undefined) feasible.push(node);
      else rejections.set(node.name, rejection);
    }
    const count = cache.nodes.length;
    if (count > 0) this.#next = (this.#next + looked) % count;
    return feasible;
  }
}
