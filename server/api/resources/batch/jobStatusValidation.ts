/** Rules of the status that the job controller, or an external controller in its place, reports. */
import type { Job, JobStatus } from "kubernetes-types/batch/v1";
import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { duplicate, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { invalidText, structText, timeText } from "../../../ground/formats/wording/goText.ts";
import { type Features, isOn } from "../../registry/features.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { commonIndex, indexesProblem } from "./jobIndexes.ts";
import { invalidWhole } from "./jobPolicies.ts";

const COUNTS = ["active", "succeeded", "failed", "ready", "terminating"] as const;
const CONDITIONS = "status.conditions";

const holds = (status: JobStatus, type: string): boolean =>
  (status.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
const isFinished = (status: JobStatus): boolean => holds(status, "Complete") || holds(status, "Failed");

/**
 * Field errors of a change of a job's status. Most rules apply only to parts that the change affects, so that a status
 * that was already invalid can be corrected.
 */
export function* validateJobStatus(
  features: Features | undefined,
  object: ApiObject,
  old: ApiObject,
): Steps<FieldError[]> {
  const job = yield* decodedInSteps<Job>(object);
  const status: JobStatus = job.status ?? {};
  const before: JobStatus = (yield* decodedInSteps<Job>(old)).status ?? {};
  const changed = (...fields: (keyof JobStatus)[]): boolean =>
    fields.some((field) => !deepEqual(status[field], before[field]));
  const turned = (...types: string[]): boolean => types.some((type) => holds(status, type) !== holds(before, type));
  const finishedNow = isFinished(status) !== isFinished(before);
  const ofCounts = [
    ...COUNTS.flatMap((name) => validateNonNegative(status[name], `status.${name}`)),
    ...(yield* validateUncounted(status)),
  ];
  // Changes of the status are validated further only when external controllers may report it.
  if (!isOn(features, "JobManagedBy")) {
    const extended = isOn(features, "JobPodReplacementPolicy");
    return [...ofCounts, ...validateSuccessCriteria(job, status, extended), ...validateCriteriaKept(status, before)];
  }
  return [
    ...ofCounts,
    ...(turned("Complete", "Failed") ? exclude(status, "Complete", "Failed") : []),
    ...(turned("Complete", "FailureTarget") ? exclude(status, "Complete", "FailureTarget") : []),
    ...(turned("Complete") || changed("completionTime") ? validateCompletionTime(status) : []),
    ...(changed("startTime", "completionTime") ? validateOrder(status) : []),
    ...(turned("Failed") || changed("failedIndexes") ? announce(status, "Failed", "FailureTarget") : []),
    ...(turned("Complete", "SuccessCriteriaMet") ? announce(status, "Complete", "SuccessCriteriaMet") : []),
    ...validateFinished(status, finishedNow, changed),
    ...validateIndexLists(job, status, changed),
    ...(finishedNow || changed("terminating") ? validateTerminating(status) : []),
    ...(changed("ready", "active") ? validateReady(status) : []),
    ...validateSuccessCriteria(job, status, true),
    ...validateTransition(job, status, before),
    ...validateCriteriaKept(status, before),
  ];
}

function* validateUncounted({ uncountedTerminatedPods: pods }: JobStatus): Steps<FieldError[]> {
  const seen = new Set<string>();
  const check = (uid: string, at: string): FieldError[] => {
    if (uid === "") return [invalid(at, uid, "must not be empty")];
    if (seen.has(uid)) return [duplicate(at, uid)];
    seen.add(uid);
    return [];
  };
  return [
    ...(yield* errorsOfEach(pods?.succeeded, "status.uncountedTerminatedPods.succeeded", check)),
    ...(yield* errorsOfEach(pods?.failed, "status.uncountedTerminatedPods.failed", check)),
  ];
}

const exclude = (status: JobStatus, one: string, other: string): FieldError[] =>
  holds(status, one) && holds(status, other)
    ? [invalidWhole(CONDITIONS, `cannot set ${one}=True and ${other}=true conditions`)]
    : [];

/** Before its final condition, a job needs the condition that announces it, while it still has pods. */
const announce = (status: JobStatus, end: string, target: string): FieldError[] =>
  holds(status, end) && !holds(status, target)
    ? [invalidWhole(CONDITIONS, `cannot set ${end}=True condition without the ${target}=true condition`)]
    : [];

function validateTerminating(status: JobStatus): FieldError[] {
  const { terminating = 0 } = status as { readonly terminating?: number };
  return terminating > 0 && isFinished(status)
    ? [invalid("status.terminating", terminating, "terminating>0 is invalid for finished job")]
    : [];
}

const validateReady = ({ ready, active = 0 }: JobStatus): FieldError[] =>
  ready !== undefined && ready > active
    ? [invalid("status.ready", ready, "cannot set more ready pods than active")]
    : [];

function validateCompletionTime(status: JobStatus): FieldError[] {
  const path = "status.completionTime";
  const complete = holds(status, "Complete");
  if (status.completionTime !== undefined && !complete) {
    const detail = "cannot set completionTime when there is no Complete=True condition";
    return [invalidText(path, timeText(status.completionTime), detail)];
  }
  return complete && status.completionTime === undefined
    ? [required(path, "completionTime is required for Complete jobs")]
    : [];
}

const validateOrder = ({ startTime, completionTime }: JobStatus): FieldError[] =>
  startTime !== undefined && completionTime !== undefined && completionTime < startTime
    ? [invalidText("status.completionTime", timeText(completionTime), "completionTime cannot be set before startTime")]
    : [];

function validateFinished(
  status: JobStatus,
  finishedNow: boolean,
  changed: (...fields: (keyof JobStatus)[]) => boolean,
): FieldError[] {
  if (!isFinished(status)) return [];
  const errors: FieldError[] = [];
  const active = status.active ?? 0;
  const pods = status.uncountedTerminatedPods;
  if ((finishedNow || changed("active")) && active > 0) {
    errors.push(invalid("status.active", active, "active>0 is invalid for finished job"));
  }
  if ((finishedNow || changed("startTime")) && status.startTime === undefined) {
    errors.push(required("status.startTime", "startTime is required for finished job"));
  }
  const uncounted = (pods?.failed ?? []).length + (pods?.succeeded ?? []).length;
  if ((finishedNow || changed("uncountedTerminatedPods")) && uncounted > 0) {
    const list = (uids: readonly string[] | undefined): string =>
      uids === undefined ? "[]types.UID(nil)" : `[]types.UID{${uids.map((uid) => JSON.stringify(uid)).join(", ")}}`;
    const shown = structText("batch.UncountedTerminatedPods", {
      Succeeded: list(pods?.succeeded),
      Failed: list(pods?.failed),
    });
    const detail = "uncountedTerminatedPods needs to be empty for finished job";
    errors.push(invalidText("status.uncountedTerminatedPods", shown, detail));
  }
  return errors;
}

function validateIndexLists(
  { spec }: Job,
  { completedIndexes = "", failedIndexes }: JobStatus,
  changed: (...fields: (keyof JobStatus)[]) => boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const completions = spec?.completions;
  const check = (name: "completedIndexes" | "failedIndexes", text: string): void => {
    const problem = completions === undefined ? undefined : indexesProblem(text, completions);
    if (problem !== undefined) errors.push(invalid(`status.${name}`, text, `error parsing ${name}: ${problem}`));
  };
  const perIndex = spec?.backoffLimitPerIndex !== undefined;
  if (changed("completedIndexes")) check("completedIndexes", completedIndexes);
  if (changed("failedIndexes") && perIndex && failedIndexes !== undefined) check("failedIndexes", failedIndexes);
  if (changed("completedIndexes") && completedIndexes !== "" && spec?.completionMode !== "Indexed") {
    const detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
    errors.push(invalid("status.completedIndexes", completedIndexes, detail));
  }
  if (failedIndexes === undefined) return errors;
  if (changed("failedIndexes") && !perIndex) {
    const detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
    errors.push(invalid("status.failedIndexes", failedIndexes, detail));
  }
  if (changed("failedIndexes", "completedIndexes") && completions !== undefined) {
    const common = commonIndex(completedIndexes, failedIndexes, completions);
    if (common !== undefined) {
      const detail = `failedIndexes and completedIndexes overlap at index: ${common}`;
      errors.push(invalid("status.failedIndexes", failedIndexes, detail));
    }
  }
  return errors;
}

/** @param extended whether any job may meet success criteria, not only indexed ones with a policy */
function validateSuccessCriteria({ spec }: Job, status: JobStatus, extended: boolean): FieldError[] {
  const met = "SuccessCriteriaMet";
  const hasPolicy = (spec as { successPolicy?: unknown } | undefined)?.successPolicy !== undefined;
  const foreign = !extended && holds(status, met);
  const errors: FieldError[] = [];
  if (foreign && spec?.completionMode !== "Indexed") {
    errors.push(invalidWhole(CONDITIONS, "cannot set SuccessCriteriaMet to NonIndexed Job"));
  }
  append(errors, [...exclude(status, met, "Failed"), ...exclude(status, met, "FailureTarget")]);
  if (foreign && !hasPolicy) {
    errors.push(invalidWhole(CONDITIONS, "cannot set SuccessCriteriaMet=True for Job without SuccessPolicy"));
  }
  if (hasPolicy && !holds(status, met) && holds(status, "Complete")) {
    const detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
    errors.push(invalidWhole(CONDITIONS, detail));
  }
  return errors;
}

function validateTransition({ spec }: Job, status: JobStatus, before: JobStatus): FieldError[] {
  const errors = ["Failed", "Complete", "FailureTarget"]
    .filter((type) => holds(before, type) && !holds(status, type))
    .map((type) => invalidWhole(CONDITIONS, `cannot disable the terminal ${type}=True condition`));
  if ((status.failed ?? 0) < (before.failed ?? 0)) {
    errors.push(invalid("status.failed", status.failed ?? 0, "cannot decrease the failed counter"));
  }
  // An indexed job that is scaled down loses the successes of the removed indexes.
  const elastic = spec?.completionMode === "Indexed" && spec.completions === spec.parallelism;
  if (!elastic && (status.succeeded ?? 0) < (before.succeeded ?? 0)) {
    errors.push(invalid("status.succeeded", status.succeeded ?? 0, "cannot decrease the succeeded counter"));
  }
  const { completionTime } = status;
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime) {
    const shown = timeText(completionTime);
    errors.push(invalidText("status.completionTime", shown, "completionTime cannot be mutated"));
  }
  if (before.startTime !== undefined && status.startTime !== before.startTime && spec?.suspend !== true) {
    errors.push(required("status.startTime", "startTime cannot be removed for unsuspended job"));
  }
  return errors;
}

/** Met success criteria must stay met, and must be met before the job is complete. */
function validateCriteriaKept(status: JobStatus, before: JobStatus): FieldError[] {
  const errors: FieldError[] = [];
  const met = "SuccessCriteriaMet";
  if (holds(before, met) && !holds(status, met)) {
    errors.push(invalidWhole(CONDITIONS, "cannot disable the SuccessCriteriaMet=True condition"));
  }
  if (holds(before, "Complete") && !holds(before, met) && holds(status, met)) {
    const detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
    errors.push(invalidWhole(CONDITIONS, detail));
  }
  return errors;
}
