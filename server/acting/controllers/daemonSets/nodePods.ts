import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, isAvailable, isReady } from "../pods/podState.ts";
import { HASH_LABEL, type TemplateMark } from "./kinds.ts";
import type { Fit } from "./nodeFit.ts";

/** A node with its daemon pods: scheduled pods first, then by age. */
export interface NodePods {
  readonly name: string;
  readonly fit: Fit;
  readonly pods: readonly ApiObject[];
}

/** The pods to create and to delete. */
export interface DaemonPlan {
  /** Names of nodes that need a pod. */
  readonly create: string[];
  readonly remove: ApiObject[];
}

export interface PlanTools {
  readonly mark: TemplateMark;
  readonly minReadySeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether new pods may run beside old ones (surge). */
  readonly surges: boolean;
  /** Whether a failed pod may be replaced yet. */
  mayReplace(pod: ApiObject): boolean;
  /** Called for pods that have ended. */
  onEnded(pod: ApiObject, phase: "Failed" | "Succeeded"): void;
}

const isLeaving = ({ metadata }: ApiObject): boolean => metadata.deletionTimestamp !== undefined;

/** Plans one node: missing pods to create, and superfluous ones to delete. */
export function planNode({ name, fit, pods }: NodePods, tools: PlanTools): DaemonPlan {
  if (!fit.stays) return { create: [], remove: pods.filter((pod) => !isLeaving(pod)) };
  if (pods.length === 0) return { create: fit.starts ? [name] : [], remove: [] };
  const remove: ApiObject[] = [];
  const running: ApiObject[] = [];
  for (const pod of pods.filter((each) => !isLeaving(each))) {
    const phase = asPod(pod).status?.phase;
    if (phase !== "Failed" && phase !== "Succeeded") running.push(pod);
    else if (phase === "Succeeded" || tools.mayReplace(pod)) {
      tools.onEnded(pod, phase);
      remove.push(pod);
    }
  }
  // With surge, a pod must be added while the only one left is terminating.
  const create = tools.surges && fit.starts && running.length === 0 ? [name] : [];
  return { create, remove: [...remove, ...excess(running, tools)] };
}

/** The superfluous pods of a node. */
function excess(running: readonly ApiObject[], { surges, mark, minReadySeconds, now }: PlanTools): ApiObject[] {
  if (running.length <= 1) return [];
  if (!surges) return running.slice(1);
  const isCurrent = ({ metadata }: ApiObject): boolean => metadata.labels?.[HASH_LABEL] === mark.hash;
  const [current, ...moreCurrent] = running.filter(isCurrent);
  const [old, ...moreOld] = running.filter((pod) => !isCurrent(pod));
  const isReplaced =
    current !== undefined && old !== undefined && (!isReady(old) || isAvailable(current, minReadySeconds, now));
  return [...moreCurrent, ...moreOld, ...(isReplaced ? [old] : [])];
}

/** Orders the pods of a node: scheduled ones first, then by age and name. */
export function byPlaceAndAge(a: ApiObject, b: ApiObject): number {
  const isPlaced = (pod: ApiObject): boolean => (asPod(pod).spec?.nodeName ?? "") !== "";
  const age = ({ metadata }: ApiObject): string => `${metadata.creationTimestamp} ${metadata.name}`;
  return Number(isPlaced(b)) - Number(isPlaced(a)) || (age(a) < age(b) ? -1 : 1);
}
