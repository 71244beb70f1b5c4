import { maxOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import { asPod, podCondition, sidecarsOf, timeOf } from "../pods/podState.ts";
import type { Job } from "./kinds.ts";

/** First and longest delay before a failed pod is replaced, in milliseconds. */
const FIRST = 10_000;
const LONGEST = 600_000;

/** The delay after a number of consecutive failures. */
export const delayAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST * 2 ** Math.min(failures - 1, 30), LONGEST);

/**
 * When a pod ended, in milliseconds since the epoch: when its last container or sidecar ended; else when it ceased to
 * be ready; else when its deletion was requested; else when it was created.
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

/** When the deletion was requested. The deletion timestamp lies a grace period after that, which is subtracted. */
function deletionTime({ metadata }: ApiObject): number | undefined {
  const end = timeOf(metadata.deletionTimestamp);
  return end === undefined ? undefined : end - milliseconds(metadata.deletionGracePeriodSeconds ?? 0);
}

/** Consecutive failures of a job's pods. */
export interface BackoffRecord {
  readonly failures: number;
  /** When the last one failed, in milliseconds since the epoch. */
  readonly last: number;
}

const NONE: BackoffRecord = { failures: 0, last: 0 };

/**
 * Counts how often the pods of jobs have failed since the last success, including pods that are gone. As in the
 * reference, the count is not stored: it starts again with the process.
 */
export class Backoffs {
  readonly #records = new Map<string, BackoffRecord>();

  /** The record of a job, updated with pods that have ended since. */
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

  /** Drops a job that has ended or was deleted. */
  forget(uid: string): void {
    this.#records.delete(uid);
  }
}

/**
 * Milliseconds until a job may create pods again: 0 unless its last pods have failed.
 * @param now milliseconds since the epoch
 */
export const untilRetry = ({ failures, last }: BackoffRecord, now: number): number =>
  failures === 0 ? 0 : Math.max(0, last + delayAfter(failures) - now);

/** Whether containers that restart inside their pods have failed too often. */
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
