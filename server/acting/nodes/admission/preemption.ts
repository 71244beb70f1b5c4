import { type Amounts, amountFor } from "../../scheduler/model/amounts.ts";
import { podRequests } from "../../scheduler/model/podRequests.ts";
import type { Shortfall } from "../../scheduler/model/shortfalls.ts";
import { isCritical, type NodePod } from "../pods/podParts.ts";

/** The amount of a resource that must become free. */
interface Need {
  readonly resource: string;
  readonly amount: number;
}

interface Candidate {
  readonly pod: NodePod;
  readonly requests: Amounts;
}

/**
 * Chooses the pods that a node ends so that a critical pod fits: from the lowest QoS class first, as few pods as
 * possible, and among these the smaller ones.
 * @returns an error message when ending pods cannot free enough
 */
export function podsToPreempt(
  pod: NodePod,
  running: readonly NodePod[],
  short: readonly Shortfall[],
): NodePod[] | string {
  const needs = short.map(({ resource, requested, used, capacity }) => ({
    resource,
    amount: requested - (capacity - used),
  }));
  const all = running
    .filter((other) => mayPreempt(pod, other))
    .map((other): Candidate => ({ pod: other, requests: podRequests(other.spec) }));
  const of = (quality: string): Candidate[] => all.filter((each) => qualityOf(each.pod) === quality);
  const [loose, middle, firm] = [of("BestEffort"), of("Burstable"), of("Guaranteed")];
  const open = left(needs, all);
  if (open.length > 0) return `preemption: error finding a set of pods to preempt: ${nothingFrees(open)}`;
  // From the higher QoS classes, take only the pods that are needed beyond what the other classes can free.
  const firmGone = nearest(firm, left(needs, [...loose, ...middle]));
  const middleGone = nearest(middle, left(needs, [...loose, ...firmGone]));
  const looseGone = nearest(loose, left(needs, [...middleGone, ...firmGone]));
  return [...looseGone, ...middleGone, ...firmGone].map((each) => each.pod);
}

function mayPreempt(pod: NodePod, other: NodePod): boolean {
  if (isCritical(pod) && !isCritical(other)) return true;
  return (pod.spec.priority ?? 0) > (other.spec.priority ?? 0);
}

const qualityOf = ({ status }: NodePod): string => status?.qosClass ?? "BestEffort";

const nothingFrees = (needs: readonly Need[]): string =>
  `no set of running pods found to reclaim resources: [${needs.map(({ resource, amount }) => `(res: ${resource}, q: ${amount}), `).join("")}]`;

/** How much of a resource ending a pod frees: for `pods` it is one, for every other resource the pod's request. */
const freedBy = ({ requests }: Candidate, resource: string): number =>
  resource === "pods" ? 1 : amountFor(requests, resource);

/** What is still needed after these pods have gone. */
function left(needs: readonly Need[], gone: readonly Candidate[]): Need[] {
  return needs.flatMap(({ resource, amount }) => {
    const rest = gone.reduce((sum, each) => sum - freedBy(each, resource), amount);
    return rest > 0 ? [{ resource, amount: rest }] : [];
  });
}

/** Repeatedly takes the pod that frees most of what is needed, until nothing is needed. */
function nearest(candidates: readonly Candidate[], needs: readonly Need[]): Candidate[] {
  const rest = [...candidates];
  const taken: Candidate[] = [];
  let open = [...needs];
  while (open.length > 0 && rest.length > 0) {
    const best = rest.reduce((least, each) => {
      const difference = distance(each, open) - distance(least, open);
      return difference < 0 || (difference === 0 && isSmaller(each, least)) ? each : least;
    });
    rest.splice(rest.indexOf(best), 1);
    taken.push(best);
    open = left(open, [best]);
  }
  return taken;
}

/** How far a pod is from freeing all that is needed; each resource is weighted by the share it leaves uncovered. */
function distance(candidate: Candidate, needs: readonly Need[]): number {
  return needs.reduce((sum, { resource, amount }) => {
    const rest = amount - freedBy(candidate, resource);
    return rest > 0 ? sum + (rest / amount) ** 2 : sum;
  }, 0);
}

const isSmaller = ({ requests: one }: Candidate, { requests: other }: Candidate): boolean =>
  one.memory === other.memory ? one.cpu <= other.cpu : one.memory < other.memory;
