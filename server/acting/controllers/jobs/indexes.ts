import type { ApiObject } from "../../../../shared/object.ts";
import { leastAdvancedFirst } from "../pods/deletionOrder.ts";
import { isActive } from "../pods/podState.ts";
import { finishTime } from "./backoff.ts";
import { verdictOn } from "./failurePolicy.ts";
import { IndexSet } from "./indexSet.ts";
import {
  hasFailed,
  hasSucceeded,
  indexOf,
  isEnding,
  isIndexed,
  isTracked,
  type Job,
  type JobNames,
  replacesOnlyFailed,
} from "./kinds.ts";

/** The state of an indexed job's indexes. */
export interface Indexes {
  readonly succeeded: IndexSet;
  readonly failed: IndexSet;
  /** The last failed pod of each index that will be retried: it keeps its finalizer until its replacement exists. */
  readonly last: ReadonlyMap<number, LastFailure>;
}

export interface LastFailure {
  readonly pod: ApiObject;
  /** How often the index has failed, including this time, and how many failures the failure policy ignores. */
  readonly failures: number;
  readonly ignored: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Total number of failures of an index. */
export const attemptsOf = (last: LastFailure | undefined): number =>
  last === undefined ? 0 : last.failures + last.ignored;

export function indexesOf(job: Job, pods: readonly ApiObject[], names: JobNames): Indexes {
  const { completions = 0, backoffLimitPerIndex } = job.spec;
  const ended = pods.filter((pod) => hasSucceeded(pod) && isTracked(pod, names));
  const done = ended.flatMap((pod) => indexOf(pod, names) ?? []).filter((index) => index < completions);
  const succeeded = IndexSet.parse(job.status?.completedIndexes, completions).with(done);
  const failedBefore = IndexSet.parse(job.status?.failedIndexes, completions);
  const last = new Map<number, LastFailure>();
  if (backoffLimitPerIndex === undefined) return { succeeded, failed: failedBefore, last };
  const failedNow = new Set<number>();
  for (const pod of pods) {
    const index = indexOf(pod, names);
    if (index === undefined || index >= completions || !isTracked(pod, names) || !hasFailed(pod, job)) continue;
    if (succeeded.has(index) || failedBefore.has(index) || failedNow.has(index)) continue;
    const action = verdictOn(pod, job)?.action;
    const before = (annotation: string): number => countIn(pod.metadata.annotations?.[annotation]);
    const failures = before(names.failures) + (action === "Ignore" ? 0 : 1);
    const ignored = before(names.ignored) + (action === "Ignore" ? 1 : 0);
    const failure = { pod, failures, ignored, at: finishTime(pod) };
    if (action === "FailIndex" || failures > backoffLimitPerIndex) failedNow.add(index);
    else if (isLater(failure, last.get(index))) last.set(index, failure);
  }
  for (const index of failedNow) last.delete(index);
  // An index with an active pod does not wait for a retry.
  for (const pod of pods.filter(isActive)) last.delete(indexOf(pod, names) ?? -1);
  return { succeeded, failed: failedBefore.with(failedNow), last };
}

/** A 32-bit count from an annotation; 0 for any other text, because users can change it. */
function countIn(text = ""): number {
  const count = /^\+?\d+$/.test(text) ? Number(text) : 0;
  return count > 2 ** 31 - 1 ? 0 : count;
}

/** Whether a failure of an index is later than another one. */
const isLater = (failure: LastFailure, other: LastFailure | undefined): boolean =>
  other === undefined || (attemptsOf(failure) >= attemptsOf(other) && failure.at >= other.at);

/** Whether a pod of an indexed job has no index, or one beyond the job's completions. */
export function isOutside(pod: ApiObject, job: Job, names: JobNames): boolean {
  return isIndexed(job) && (indexOf(pod, names) ?? Number.POSITIVE_INFINITY) >= (job.spec.completions ?? 0);
}

/**
 * The first indexes that are neither done nor have an active pod. When pods are only replaced after they have ended,
 * indexes with a terminating pod are left out, too.
 */
export function pendingIndexes(
  job: Job,
  { succeeded, failed }: Indexes,
  pods: readonly ApiObject[],
  active: readonly ApiObject[],
  count: number,
  names: JobNames,
): number[] {
  const holding = replacesOnlyFailed(job) ? [...active, ...pods.filter(isEnding)] : active;
  const taken = new Set(holding.map((pod) => indexOf(pod, names)));
  const found: number[] = [];
  for (let index = 0; index < (job.spec.completions ?? 0) && found.length < count; index++) {
    const end = succeeded.endFrom(index) ?? failed.endFrom(index);
    if (end !== undefined) index = end;
    else if (!taken.has(index)) found.push(index);
  }
  return found;
}

/**
 * Active pods that a job must delete, at least `least` of them. For an indexed job, these include all pods with an
 * index out of range, and all but one pod of each index. The least advanced pods go first.
 */
export function surplusPods(job: Job, active: readonly ApiObject[], least: number, names: JobNames): ApiObject[] {
  const byIndex = new Map<number, ApiObject[]>();
  const surplus: ApiObject[] = [];
  let left = active;
  if (isIndexed(job)) {
    for (const pod of active) {
      const index = indexOf(pod, names);
      if (index === undefined || index >= (job.spec.completions ?? 0)) surplus.push(pod);
      else {
        const others = byIndex.get(index);
        if (others === undefined) byIndex.set(index, [pod]);
        else others.push(pod);
      }
    }
    const ordered = [...byIndex.values()].map(leastAdvancedFirst);
    for (const pods of ordered) for (const pod of pods.slice(0, -1)) surplus.push(pod);
    left = ordered.flatMap((pods) => pods.slice(-1));
  }
  const more = least - surplus.length;
  return more <= 0 ? surplus : [...surplus, ...leastAdvancedFirst(left).slice(0, more)];
}

/** The description of the success policy rule that is met; undefined when none is. */
export function metSuccessRule({ spec }: Job, succeeded: IndexSet): string | undefined {
  for (const [i, rule] of (spec.successPolicy?.rules ?? []).entries()) {
    const { succeededIndexes: text } = rule;
    const wanted = text === undefined ? undefined : IndexSet.parse(text, spec.completions ?? 0);
    const met = wanted === undefined ? succeeded.size : wanted.sharedWith(succeeded);
    if (met >= (rule.succeededCount ?? wanted?.size ?? Number.POSITIVE_INFINITY)) return `Matched rules at index ${i}`;
  }
  return undefined;
}
