import { maxOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, podCondition, sidecarsOf, timeOf } from "../pods/podState.ts";
import type { Job } from "./kinds.ts";

/** First and longest delay before a pod that failed is replaced, in milliseconds. */
const FIRST = 10_000;
const LONGEST = 600_000;

/** The delay after so many failures in a row. */
export const delayAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST * 2 ** Math.min(failures - 1, 30), LONGEST);

/**
 * When a pod ended, in milliseconds since the epoch: when its last container or sidecar did; else when it stopped being
 * ready; else when it was to be deleted; else when it was made.
 */
export function finishTime(pod: ApiObject): number {
  const ready = podCondition(pod, "Ready");
  return (
    lastEnd(pod) ??
    (ready?.status === "False" ? timeOf(ready.lastTransitionTime) : undefined) ??
    deletionTime(pod) ??
    timeOf(pod.metadata.creationTimestamp) ??
    0
  );
}

/** Undefined while a container or a sidecar has not ended. */
function lastEnd(pod: ApiObject): number | undefined {
  const { spec, status } = asPod(pod);
  const sidecars = new Set(sidecarsOf(spec).map(({ name }) => name));
  const meant = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)),
  ];
  const ends = meant.flatMap(({ state }) => timeOf(state?.terminated?.finishedAt) ?? []);
  return ends.length > 0 && ends.length === meant.length ? maxOf(ends) : undefined;
}

/** When the deletion was asked for: the grace that the pod has until it must be gone does not count. */
function deletionTime({ metadata }: ApiObject): number | undefined {
  const end = timeOf(metadata.deletionTimestamp);
  return end === undefined ? undefined : end - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

/** Failures of a job's pods in a row. */
export interface BackoffRecord {
  readonly failures: number;
  /** Of the last one, in milliseconds since the epoch. */
  readonly last: number;
}

const NONE: BackoffRecord = { failures: 0, last: 0 };

/**
 * Remembers how often the pods of jobs have failed since one succeeded, also of pods that are gone. As in the reference,
 * nothing of it is stored: the count begins anew with the process.
 */
export class Backoffs {
  readonly #records = new Map<string, BackoffRecord>();

  /** What is known of a job, with pods that have ended since. */
  with({ metadata }: Job, succeeded: readonly ApiObject[], failed: readonly ApiObject[]): BackoffRecord {
    const known = this.#records.get(metadata.uid ?? "") ?? NONE;
    const ends = failed.map(finishTime);
    if (succeeded.length === 0) {
      return ends.length === 0 ? known : { failures: known.failures + ends.length, last: maxOf(ends) };
    }
    const success = maxOf(succeeded.map(finishTime));
    const later = ends.filter((end) => end > success);
    return later.length === 0 ? NONE : { failures: later.length, last: maxOf(later) };
  }

  set({ metadata }: Job, record: BackoffRecord): void {
    if (record.failures === 0) this.#records.delete(metadata.uid ?? "");
    else this.#records.set(metadata.uid ?? "", record);
  }

  /** Forgets a job that has ended, or is gone. */
  forget(uid: string): void {
    this.#records.delete(uid);
  }
}

/**
 * Milliseconds until a job may make pods again: none unless its last pods have failed. @param now milliseconds since the epoch
 */
export const untilRetry = ({ failures, last }: BackoffRecord, now: number): number =>
  failures === 0 ? 0 : Math.max(0, last + delayAfter(failures) - now);

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
