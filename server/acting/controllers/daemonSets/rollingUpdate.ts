import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isAvailable } from "../pods/podState.ts";
import { scaledAmount } from "../pods/scaledAmount.ts";
import { type DaemonSet, isUpdated, type TemplateMark } from "./kinds.ts";
import type { DaemonPlan, NodePods } from "./nodePods.ts";

/** On how many nodes the daemon may be unavailable, and on how many two may run at once. */
export interface Bounds {
  readonly maxUnavailable: number;
  readonly maxSurge: number;
}

/**
 * Percentages are of the number of selected nodes, rounded up. When both results are zero, one node may be unavailable.
 */
export function boundsOf({ spec }: DaemonSet, desired: number): Bounds {
  const { maxUnavailable, maxSurge } = spec.updateStrategy?.rollingUpdate ?? {};
  const surge = scaledAmount(maxSurge, desired, Math.ceil) ?? 0;
  const unavailable = scaledAmount(maxUnavailable, desired, Math.ceil) ?? 1;
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** Whether a set may ever run two daemons on a node. */
export const maySurge = (set: DaemonSet): boolean =>
  set.spec.updateStrategy?.type === "RollingUpdate" && boundsOf(set, 1).maxSurge > 0;

export interface RollParts {
  readonly mark: TemplateMark;
  readonly minReadySeconds: number;
  readonly now: number;
}

/** The new and the old pod of a node; undefined when it has several of either, which must be cleaned up first. */
function pairOf(
  pods: readonly ApiObject[],
  mark: TemplateMark,
): { readonly current?: ApiObject; readonly old?: ApiObject } | undefined {
  const live = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const current = live.filter((pod) => isUpdated(pod, mark));
  const old = live.filter((pod) => !isUpdated(pod, mark));
  if (current.length > 1 || old.length > 1) return undefined;
  return {
    ...(current[0] === undefined ? {} : { current: current[0] }),
    ...(old[0] === undefined ? {} : { old: old[0] }),
  };
}

/** The next step of a rolling update, within the bounds for unavailable nodes and for nodes with two pods. */
export function planRoll(nodes: readonly NodePods[], bounds: Bounds, parts: RollParts): DaemonPlan {
  return bounds.maxSurge > 0 ? surge(nodes, bounds.maxSurge, parts) : replace(nodes, bounds.maxUnavailable, parts);
}

/**
 * Deletes old pods before creating new ones. Old pods that are not available go at once. A node without its pod counts
 * as unavailable.
 */
function replace(
  nodes: readonly NodePods[],
  maxUnavailable: number,
  { mark, minReadySeconds, now }: RollParts,
): DaemonPlan {
  const broken: ApiObject[] = [];
  const candidates: ApiObject[] = [];
  let unavailable = 0;
  for (const { fit, pods } of nodes) {
    if (pods.length === 0 && !fit.starts) continue;
    const { current, old } = pairOf(pods, mark) ?? {};
    if ((current === undefined) === (old === undefined)) unavailable += 1;
    else if (current !== undefined) unavailable += isAvailable(current, minReadySeconds, now) ? 0 : 1;
    else if (old !== undefined && isAvailable(old, minReadySeconds, now)) candidates.push(old);
    else if (old !== undefined) {
      broken.push(old);
      unavailable += 1;
    }
  }
  return { create: [], remove: [...broken, ...candidates.slice(0, Math.max(0, maxUnavailable - unavailable))] };
}

/**
 * Creates new pods before deleting old ones. Available old pods on nodes that are no longer selected are deleted only
 * as far as there are more available daemons than wanted.
 */
function surge(nodes: readonly NodePods[], maxSurge: number, { mark, minReadySeconds, now }: RollParts): DaemonPlan {
  const works = (pod: ApiObject | undefined): boolean => pod !== undefined && isAvailable(pod, minReadySeconds, now);
  const remove: ApiObject[] = [];
  const misplaced: ApiObject[] = [];
  const urgent: string[] = [];
  const candidates: string[] = [];
  let surging = 0;
  let working = 0;
  for (const { name, fit, pods } of nodes) {
    const pair = pairOf(pods, mark);
    if (pair === undefined) {
      surging += 1;
      continue;
    }
    const { current, old } = pair;
    if (works(old ?? current)) working += 1;
    if (old === undefined) continue;
    if (current !== undefined) {
      if (works(current)) remove.push(old);
      else surging += 1;
    } else if (fit.starts) (works(old) ? candidates : urgent).push(name);
    else (works(old) ? misplaced : remove).push(old);
  }
  const wanted = nodes.filter(({ fit }) => fit.starts).length;
  append(remove, misplaced.slice(0, Math.max(0, working - wanted)));
  return { create: [...urgent, ...candidates.slice(0, Math.max(0, maxSurge - surging))], remove };
}
