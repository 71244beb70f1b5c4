import type { Container, Pod, PodCondition, PodSpec } from "kubernetes-types/core/v1";
import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";

export const asPod = (object: ApiObject): Pod => narrow<Pod>(object);

/** An index function: the node of a pod. */
export function nodeOfPod(pod: ApiObject): string[] {
  const { nodeName = "" } = asPod(pod).spec ?? {};
  return nodeName === "" ? [] : [nodeName];
}

/** Init containers that keep running beside the others, as long as the pod does. */
export const sidecarsOf = (spec: PodSpec | undefined): Container[] =>
  (spec?.initContainers ?? []).filter(
    ({ restartPolicy }: Container & { restartPolicy?: string }) => restartPolicy === "Always",
  );

export const podCondition = (pod: ApiObject, type: string): PodCondition | undefined =>
  asPod(pod).status?.conditions?.find((condition) => condition.type === type);

export const isFinished = (pod: ApiObject): boolean => {
  const phase = asPod(pod).status?.phase;
  return phase === "Succeeded" || phase === "Failed";
};

/** Whether no container of a pod runs any more, or will again. */
export function isTerminated(pod: ApiObject): boolean {
  if (isFinished(pod)) return true;
  const { containerStatuses = [] } = asPod(pod).status ?? {};
  const isRunning = containerStatuses.some(
    ({ state }) => state?.terminated === undefined && state?.waiting === undefined,
  );
  return pod.metadata.deletionTimestamp !== undefined && !isRunning;
}

/** Whether a pod is active: it has not finished, and is not being deleted. */
export const isActive = (pod: ApiObject): boolean => !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;

export const isReady = (pod: ApiObject): boolean => podCondition(pod, "Ready")?.status === "True";

/**
 * Milliseconds until a ready pod has been ready for `minReadySeconds`; 0 when it has, undefined when it is not ready.
 * @param now milliseconds since the epoch
 */
export function untilAvailable(pod: ApiObject, minReadySeconds: number, now: number): number | undefined {
  const ready = podCondition(pod, "Ready");
  if (ready?.status !== "True") return undefined;
  if (minReadySeconds === 0) return 0;
  const since = timeOf(ready.lastTransitionTime);
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - now);
}

export const isAvailable = (pod: ApiObject, minReadySeconds: number, now: number): boolean =>
  untilAvailable(pod, minReadySeconds, now) === 0;

/**
 * Milliseconds until the next pod becomes available; undefined when no further pod will.
 *
 * @param now the time at which the caller judged availability. A later time would miss a pod that became available in
 * between: the written status would not count it, and the controller would not reconcile again.
 */
export function untilNextAvailable(
  pods: readonly ApiObject[],
  minReadySeconds: number,
  now: number,
): number | undefined {
  const waits = pods.map((pod) => untilAvailable(pod, minReadySeconds, now) ?? 0).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : minOf(waits);
}

/** Milliseconds since the epoch; undefined for a text that is not a time. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
