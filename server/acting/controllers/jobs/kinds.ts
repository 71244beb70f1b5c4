import type { JobCondition, JobSpec, JobStatus } from "kubernetes-types/batch/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { asPod, isFinished } from "../pods/podState.ts";

/** A rule by which an indexed job succeeds before all of its indexes have. */
export interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

/** A stored job. */
export interface Job extends ApiObject {
  readonly spec: JobSpec & {
    readonly managedBy?: string;
    readonly successPolicy?: { readonly rules: readonly SuccessRule[] };
  };
  readonly status?: JobStatus;
}

/** The names of labels and annotations of jobs and their pods. */
export interface JobNames {
  readonly finalizer: string;
  /** An annotation and a label with the index. */
  readonly index: string;
  /** Annotations: how often an index has failed, and how many of its failures were ignored. */
  readonly failures: string;
  readonly ignored: string;
  /** The `managedBy` value of this controller. */
  readonly manager: string;
}

export const jobNames = (vocabulary: Vocabulary): JobNames => ({
  finalizer: vocabulary.render("batch.{labelDomain}/job-tracking"),
  index: vocabulary.render("batch.{labelDomain}/job-completion-index"),
  failures: vocabulary.render("batch.{labelDomain}/job-index-failure-count"),
  ignored: vocabulary.render("batch.{labelDomain}/job-index-ignored-failure-count"),
  manager: vocabulary.render("{labelDomain}/job-controller"),
});

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === "Indexed";

export const conditionOf = ({ status }: Job, type: string): JobCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type && condition.status === "True");

export const hasEnded = (job: Job): boolean =>
  conditionOf(job, "Complete") !== undefined || conditionOf(job, "Failed") !== undefined;

/** Whether pods are replaced only after they have ended, instead of as soon as they terminate. */
export const replacesOnlyFailed = ({ spec }: Job): boolean => spec.podReplacementPolicy === "Failed";

export const isTracked = ({ metadata }: ApiObject, { finalizer }: JobNames): boolean =>
  (metadata.finalizers ?? []).includes(finalizer);

export const hasSucceeded = (pod: ApiObject): boolean => asPod(pod).status?.phase === "Succeeded";

/** Whether a pod counts as failed for its job. */
export function hasFailed(pod: ApiObject, job: Job): boolean {
  if (asPod(pod).status?.phase === "Failed") return true;
  return !replacesOnlyFailed(job) && pod.metadata.deletionTimestamp !== undefined && !hasSucceeded(pod);
}

export const isEnding = (pod: ApiObject): boolean => pod.metadata.deletionTimestamp !== undefined && !isFinished(pod);

/** The index of a pod; undefined when it has none. */
export function indexOf(pod: ApiObject, { index }: JobNames): number | undefined {
  const text = pod.metadata.annotations?.[index] ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
