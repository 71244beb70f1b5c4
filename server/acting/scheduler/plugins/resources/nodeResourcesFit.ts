import { amountIn } from "../../../../ground/formats/amountIn.ts";
import type { NodeInfo } from "../../cache/nodeInfo.ts";
import { type Plugin, type Rejection, unschedulable } from "../../framework/plugin.ts";
import { amountFor, amountsOf } from "../../model/amounts.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { shortfalls } from "../../model/shortfalls.ts";
import { resourceScorer, type ScoringStrategy } from "./resourceScore.ts";

export interface FitArgs {
  /** Extended resources that the plugin ignores, by name; and by the prefix before the slash. */
  readonly ignoredResources: readonly string[];
  readonly ignoredResourceGroups: readonly string[];
  readonly scoringStrategy: ScoringStrategy;
}

/** Excludes nodes without enough resources, and scores nodes by their use. */
export function nodeResourcesFit({ ignoredResources, ignoredResourceGroups, scoringStrategy }: FitArgs): Plugin {
  const isIgnored = (name: string): boolean =>
    ignoredResources.includes(name) || (name.includes("/") && ignoredResourceGroups.includes(name.split("/")[0] ?? ""));
  const scorer = resourceScorer(scoringStrategy);

  const missing = ({ requests }: PodInfo, { allocatable, requested, pods, allowedPods }: NodeInfo): string[] =>
    shortfalls(requests, { allocatable, requested, pods: pods.size, allowedPods }, isIgnored).map(({ resource }) =>
      resource === "pods" ? "Too many pods" : `Insufficient ${resource}`,
    );

  return {
    name: "NodeResourcesFit",
    prepareFilter: (pod) => ({
      filter(node): Rejection | undefined {
        const reasons = missing(pod, node);
        return reasons.length === 0 ? undefined : unschedulable(...reasons);
      },
    }),
    prepareScore: (pod) => ({ score: (node) => scorer(pod, node) }),
    hints: [
      {
        on: ["NodeAdd", "NodeAllocatable"],
        helps(pod, { node, oldNode }) {
          const list = node?.status?.allocatable;
          if (podsIn(list) < 1 || !fitsInto(pod, list, isIgnored)) return false;
          return oldNode === undefined || grows(pod, oldNode.status?.allocatable, list);
        },
      },
      { on: ["PodDelete"], helps: (_waiting, { pod }) => pod !== undefined && pod.nodeName !== "" },
      { on: ["PodScaleDown"] },
    ],
  };
}

type ResourceList = Readonly<Record<string, string | number>> | undefined;

const podsIn = (list: ResourceList): number => amountIn(list?.["pods"] ?? "0", false);

const names = ({ requests }: PodInfo): string[] => ["cpu", "memory", "ephemeral-storage", ...requests.extended.keys()];

function fitsInto(pod: PodInfo, list: ResourceList, isIgnored: (name: string) => boolean): boolean {
  const room = amountsOf(list);
  return names(pod).every((name) => isIgnored(name) || amountFor(pod.requests, name) <= amountFor(room, name));
}

/** Whether a resource that the pod requests, or the number of pods, has grown. */
function grows(pod: PodInfo, before: ResourceList, now: ResourceList): boolean {
  if (podsIn(now) > podsIn(before)) return true;
  const [old, room] = [amountsOf(before), amountsOf(now)];
  return names(pod).some((name) => amountFor(pod.requests, name) > 0 && amountFor(room, name) > amountFor(old, name));
}
