import { maxOf } from "../../../../shared/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, podCondition, timeOf } from "../pods/podState.ts";
import { hasFailed, hasSucceeded, type Job } from "./kinds.ts";

/** First and longest delay before a pod that failed is replaced, in milliseconds. */
const FIRST = 10_000;
const LONGEST = 600_000;

/** The delay after so many failures in a row. */
export const delayAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST * 2 ** Math.min(failures - 1, 30), LONGEST);

/** When the last container of a pod ended, or the pod was given up; in milliseconds since the epoch. */
export function finishTime(pod: ApiObject): number | undefined {
  const { containerStatuses = [] } = asPod(pod).status ?? {};
  const ends = containerStatuses.flatMap(({ state }) => timeOf(state?.terminated?.finishedAt) ?? []);
  if (ends.length > 0 && ends.length === containerStatuses.length) return maxOf(ends);
  return timeOf(podCondition(pod, "Ready")?.lastTransitionTime) ?? timeOf(pod.metadata.deletionTimestamp);
}

/** Milliseconds until a job may make pods again: none unless its last pods have failed. @param now milliseconds since the epoch */
export function untilRetry(job: Job, pods: readonly ApiObject[], now: number): number {
  const lastSuccess = Math.max(
    ...pods.filter(hasSucceeded).map((pod) => finishTime(pod) ?? 0),
    Number.NEGATIVE_INFINITY,
  );
  const failures = pods.filter((pod) => hasFailed(pod, job)).map((pod) => finishTime(pod) ?? 0);
  const inRow = failures.filter((time) => time > lastSuccess);
  return inRow.length === 0 ? 0 : Math.max(0, maxOf(inRow) + delayAfter(inRow.length) - now);
}

/** Whether containers that are restarted in their pods have failed too often. */
export function restartsTooOften({ spec }: Job, pods: readonly ApiObject[]): boolean {
  if (spec.template.spec?.restartPolicy !== "OnFailure") return false;
  const limit = spec.backoffLimit ?? 6;
  let restarts = 0;
  for (const pod of pods) {
    const { phase, initContainerStatuses = [], containerStatuses = [] } = asPod(pod).status ?? {};
    if (phase !== "Running" && phase !== "Pending") continue;
    for (const { restartCount } of [...initContainerStatuses, ...containerStatuses]) restarts += restartCount;
  }
  return limit === 0 ? restarts > 0 : restarts >= limit;
}
