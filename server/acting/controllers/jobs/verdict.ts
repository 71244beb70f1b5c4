import type { JobCondition } from "kubernetes-types/batch/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import { restartsTooOften } from "./backoff.ts";
import { verdictOn } from "./failurePolicy.ts";
import { type Indexes, metSuccessRule } from "./indexes.ts";
import { conditionOf, hasFailed, type Job } from "./kinds.ts";

/** The decision that a job ends, and why; it has ended once its pods have. */
export interface Ending {
  readonly target: "SuccessCriteriaMet" | "FailureTarget";
  readonly reason: string;
  readonly message: string;
}

/** The counts that decide whether a job ends. */
export interface Progress {
  readonly failed: number;
  readonly indexes: Indexes | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a job ends now; undefined when it continues. Whether all its completions are reached is checked elsewhere. */
export function endingOf(job: Job, pods: readonly ApiObject[], progress: Progress): Ending | undefined {
  const known = conditionOf(job, "SuccessCriteriaMet") ?? conditionOf(job, "FailureTarget");
  if (known !== undefined)
    return { target: known.type as Ending["target"], reason: known.reason ?? "", message: known.message ?? "" };
  const fails = (reason: string, message: string): Ending => ({ target: "FailureTarget", reason, message });
  const verdict = pods
    .filter((pod) => hasFailed(pod, job))
    .map((pod) => verdictOn(pod, job))
    .find((each) => each?.action === "FailJob");
  if (verdict !== undefined) return fails("PodFailurePolicy", verdict.message);
  const { failed, indexes, now } = progress;
  if (failed > (job.spec.backoffLimit ?? 6) || restartsTooOften(job, pods)) {
    return fails("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }
  const deadline = deadlineOf(job);
  if (deadline !== undefined && now >= deadline) {
    return fails("DeadlineExceeded", "Job was active longer than specified deadline");
  }
  return indexes === undefined ? undefined : indexEnding(job, indexes);
}

function indexEnding(job: Job, { succeeded, failed }: Indexes): Ending | undefined {
  const { maxFailedIndexes, completions = 0, backoffLimitPerIndex } = job.spec;
  if (backoffLimitPerIndex !== undefined) {
    if (maxFailedIndexes !== undefined && failed.size > maxFailedIndexes) {
      const message = "Job has exceeded the specified maximal number of failed indexes";
      return { target: "FailureTarget", reason: "MaxFailedIndexesExceeded", message };
    }
    if (failed.size > 0 && failed.size + succeeded.size >= completions) {
      return { target: "FailureTarget", reason: "FailedIndexes", message: "Job has failed indexes" };
    }
  }
  const message = metSuccessRule(job, succeeded);
  return message === undefined ? undefined : { target: "SuccessCriteriaMet", reason: "SuccessPolicy", message };
}

/** The active deadline of a job, in milliseconds since the epoch; undefined when it has no limit, or is suspended. */
export function deadlineOf({ spec, status }: Job): number | undefined {
  const start = Date.parse(status?.startTime ?? "");
  if (spec.activeDeadlineSeconds === undefined || Number.isNaN(start) || spec.suspend === true) return undefined;
  return start + milliseconds(spec.activeDeadlineSeconds);
}

/** Sets one of the conditions; returns the same list when it is already set to this. */
export function withCondition(
  known: readonly JobCondition[],
  words: Pick<JobCondition, "type" | "status"> & { readonly reason: string; readonly message: string },
  now: number,
): readonly JobCondition[] {
  const before = known.find(({ type }) => type === words.type);
  if (before?.status === words.status && before.reason === words.reason && before.message === words.message)
    return known;
  const time = timestamp(now);
  const condition = { ...words, lastProbeTime: time, lastTransitionTime: time };
  if (before === undefined) return [...known, condition];
  return known.map((each) => (each === before ? condition : each));
}
