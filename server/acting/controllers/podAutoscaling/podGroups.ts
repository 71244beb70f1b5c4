import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, podCondition, timeOf } from "../pods/podState.ts";
import type { PodMetric, PodMetrics } from "./podMetrics.ts";

/** The times after a pod's start in which its metrics are treated specially. */
export interface StartTimes {
  /** Milliseconds after a pod's start in which its CPU usage counts only while it is ready. */
  readonly cpuInitializationPeriod: number;
  /** Milliseconds after a pod's start in which readiness changes count as its initial readiness. */
  readonly initialReadinessDelay: number;
}

/** The names of pods, grouped by how their metrics count. */
export interface PodGroups {
  /** The number of pods whose metrics count. */
  readonly ready: number;
  /** Started too recently: their metrics are not meaningful yet. */
  readonly unready: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** Failed, or being deleted. */
  readonly ignored: ReadonlySet<string>;
}

/**
 * @param isCpu whether the metric is one that starting pods use more of (CPU)
 * @param now milliseconds since the epoch
 */
export function groupPods(
  pods: readonly ApiObject[],
  metrics: PodMetrics,
  { isCpu, now, ...times }: StartTimes & { readonly isCpu: boolean; readonly now: number },
): PodGroups {
  const unready = new Set<string>();
  const missing = new Set<string>();
  const ignored = new Set<string>();
  let ready = 0;
  for (const pod of pods) {
    const { name = "", deletionTimestamp } = pod.metadata;
    const phase = asPod(pod).status?.phase;
    const metric = metrics.get(name);
    if (deletionTimestamp !== undefined || phase === "Failed") ignored.add(name);
    else if (phase === "Pending") unready.add(name);
    else if (metric === undefined) missing.add(name);
    else if (isCpu && isStarting(pod, metric, times, now)) unready.add(name);
    else ready += 1;
  }
  return { ready, unready, missing, ignored };
}

function isStarting(pod: ApiObject, metric: PodMetric, times: StartTimes, now: number): boolean {
  const condition = podCondition(pod, "Ready");
  const start = timeOf(asPod(pod).status?.startTime);
  if (condition === undefined || start === undefined) return true;
  const isUnready = condition.status === "False";
  const turned = timeOf(condition.lastTransitionTime) ?? 0;
  // Soon after the start, a whole metrics window must have passed since the pod became ready.
  if (start + times.cpuInitializationPeriod > now) return isUnready || metric.timestamp < turned + metric.window;
  // Later, a pod is left out only if it has never been ready.
  return isUnready && start + times.initialReadinessDelay > turned;
}
