import { messageOf } from "../../../../shared/text/messageOf.ts";
import { turnIfSpent } from "../../../ground/turns/turns.ts";
import type { Informer } from "../../informers/informers.ts";
import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import type { PreparedFilters } from "../cycle/nodeFilters.ts";
import { type Diagnosis, diagnosisText, type NodeRejection } from "../framework/diagnosis.ts";
import { isRejection, unresolvable } from "../framework/plugin.ts";
import type { PreemptionSettings, Profile } from "../framework/profile.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";
import { readBudgets } from "./budgets.ts";
import { type Candidate, leastHarmful } from "./candidate.ts";
import { type EvictionParts, isPreempted, preemptVictims } from "./preemptVictims.ts";
import { selectVictims } from "./selectVictims.ts";

export interface PreemptionOutcome {
  /** The nominated node for the pod; empty to clear it, undefined to leave it unchanged. */
  readonly node: string | undefined;
  /** A message for users; empty when pods were preempted. */
  readonly message: string;
}

export interface PreemptionParts extends EvictionParts {
  readonly cache: SchedulerCache;
  readonly nominator: Nominator;
  /** Informer of the disruption budgets. */
  readonly budgets: Pick<Informer, "each">;
  random(): number;
}

const NOT_HELPFUL = unresolvable("Preemption is not helpful for scheduling");

/** Makes room for pods that fit nowhere, by preempting less important ones. */
export class Preemption {
  readonly #parts: PreemptionParts;

  constructor(parts: PreemptionParts) {
    this.#parts = parts;
  }

  /**
   * Finds the node with the least harmful preemption, and preempts its victims.
   * @param filters undefined when the pod was rejected before any node was checked
   */
  async makeRoom(
    profile: Profile,
    pod: PodInfo,
    diagnosis: Diagnosis,
    filters: PreparedFilters | undefined,
  ): Promise<PreemptionOutcome> {
    if (profile.preemption === undefined) return { node: undefined, message: "" };
    const ineligibility = this.#ineligibility(pod, diagnosis);
    if (ineligibility !== undefined) return { node: undefined, message: `preemption: ${ineligibility}` };
    const { candidates, rejections } = await this.#candidates(profile.preemption, pod, diagnosis, filters);
    const best = leastHarmful(candidates, this.#parts.now());
    if (best === undefined) {
      const { nodes } = diagnosis;
      const text = diagnosisText({ nodes, rejections, others: NOT_HELPFUL, rejectedBy: new Set() });
      return { node: "", message: `preemption: ${text}` };
    }
    try {
      await preemptVictims(this.#parts, pod, best);
      return { node: best.node, message: "" };
    } catch (error) {
      this.#parts.onError(error, pod.key);
      return { node: undefined, message: `preemption: ${messageOf(error)}` };
    }
  }

  /** The reason why a pod may not preempt others; undefined when it may. */
  #ineligibility(pod: PodInfo, { rejections }: Diagnosis): string | undefined {
    if (pod.spec.preemptionPolicy === "Never") return "not eligible due to preemptionPolicy=Never.";
    const nominated = pod.status.nominatedNodeName ?? "";
    // A nominated node that was not checked counts as finally rejected.
    if (nominated === "" || rejections.get(nominated)?.isFinal !== false) return undefined;
    for (const other of this.#parts.cache.node(nominated)?.pods.values() ?? []) {
      if (other.priority < pod.priority && other.isTerminating && isPreempted(other)) {
        return "not eligible due to a terminating pod on the nominated node.";
      }
    }
    return undefined;
  }

  async #candidates(
    settings: PreemptionSettings,
    pod: PodInfo,
    { rejections }: Diagnosis,
    filters: PreparedFilters | undefined,
  ): Promise<{ readonly candidates: Candidate[]; readonly rejections: Map<string, NodeRejection> }> {
    const { cache, nominator, now, random } = this.#parts;
    const found = new Map<string, NodeRejection>();
    const nodes = cache.nodes.filter(({ name }) => rejections.get(name)?.isFinal === false);
    if (filters === undefined || nodes.length === 0) return { candidates: [], rejections: found };
    const budgets = await readBudgets(this.#parts.budgets);
    const offset = Math.floor(random() * nodes.length);
    const enough = enoughCandidates(settings, nodes.length);
    const harmless: Candidate[] = [];
    const violating: Candidate[] = [];
    for (let i = 0; i < nodes.length; i++) {
      if (harmless.length > 0 && harmless.length + violating.length >= enough) break;
      await turnIfSpent();
      const node = nodes[(offset + i) % nodes.length] as NodeInfo;
      const result = selectVictims({ filters, nominator, budgets, now: now() }, pod, node);
      if (isRejection(result)) found.set(node.name, { ...result, plugin: "" });
      else if (result.victims.length > 0) (result.violations === 0 ? harmless : violating).push(result);
    }
    return { candidates: [...harmless, ...violating], rejections: found };
  }
}

/** The number of candidates after which the search stops. */
function enoughCandidates(settings: PreemptionSettings, nodes: number): number {
  const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = settings;
  const wanted = Math.max(Math.trunc((nodes * minCandidateNodesPercentage) / 100), minCandidateNodesAbsolute);
  return Math.min(wanted, nodes);
}
