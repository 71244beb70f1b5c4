import type { JobStatus, UncountedTerminatedPods } from "kubernetes-types/batch/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { verdictOn } from "./failurePolicy.ts";
import { type Indexes, isOutside } from "./indexes.ts";
import { hasFailed, hasSucceeded, indexOf, isIndexed, type Job, type JobNames } from "./kinds.ts";
import type { Ending } from "./verdict.ts";

/** Ended pods whose finalizer must be removed before they are added to the counts. */
export type Noted = Required<UncountedTerminatedPods>;

/** How a job's pod is counted; undefined when its finalizer must stay for now. */
export function countingOf(
  job: Job,
  pod: ApiObject,
  names: JobNames,
  { ending, indexes }: { readonly ending: Ending | undefined; readonly indexes: Indexes | undefined },
): "succeeded" | "failed" | "uncounted" | undefined {
  const index = indexOf(pod, names);
  if (hasSucceeded(pod)) return isIndexed(job) ? "uncounted" : "succeeded";
  const isOver = ending !== undefined || job.metadata.deletionTimestamp !== undefined;
  const failed = hasFailed(pod, job);
  if (!failed && !isOver) return undefined;
  if (!isOver && index !== undefined && indexes?.last.get(index)?.pod === pod) return undefined;
  // Pods that are still running count as failed when their job has failed, but not when it is only being deleted.
  if (!failed && ending?.target !== "FailureTarget") return "uncounted";
  if (isOutside(pod, job, names)) return "uncounted";
  return verdictOn(pod, job)?.action === "Ignore" ? "uncounted" : "failed";
}

/** The completed and failed indexes, as the status has them. */
export function indexTexts(job: Job, indexes: Indexes | undefined): Partial<JobStatus> {
  if (indexes === undefined) return {};
  const completed = indexes.succeeded.text;
  const hasLimit = job.spec.backoffLimitPerIndex !== undefined;
  return {
    ...(completed === "" ? {} : { completedIndexes: completed }),
    ...(hasLimit ? { failedIndexes: indexes.failed.text } : {}),
  };
}

/** A status with its counts; zero counts are left out. */
export function statusWith(
  base: JobStatus,
  { succeeded, failed }: { readonly succeeded: number; readonly failed: number },
  indexes: Indexes | undefined,
  active: number,
  { succeeded: toSucceed, failed: toFail }: Noted,
): JobStatus {
  const { active: _, succeeded: __, failed: ___, ...rest } = base;
  const done = indexes?.succeeded.size ?? succeeded;
  return {
    ...rest,
    ...(active === 0 ? {} : { active }),
    ...(done === 0 ? {} : { succeeded: done }),
    ...(failed === 0 ? {} : { failed }),
    uncountedTerminatedPods: {
      ...(toSucceed.length === 0 ? {} : { succeeded: toSucceed }),
      ...(toFail.length === 0 ? {} : { failed: toFail }),
    },
  };
}
