import type { JobStatus } from "kubernetes-types/batch/v1";
import { timestamp } from "../../../../shared/time.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { Job } from "./kinds.ts";
import { type Ending, withCondition } from "./verdict.ts";

/** Whether a job that is about to end may be marked as ended: all of its ended pods are counted. */
export const isCounted = ({ uncountedTerminatedPods: open }: JobStatus): boolean =>
  (open?.succeeded ?? []).length + (open?.failed ?? []).length === 0;

/** The status of a job that has ended. @param now milliseconds since the epoch */
export function endedStatus(status: JobStatus, { target, reason, message }: Ending, now: number): JobStatus {
  const isSuccess = target === "SuccessCriteriaMet";
  const type = isSuccess ? "Complete" : "Failed";
  const conditions = [...withCondition(status.conditions ?? [], { type, status: "True", reason, message }, now)];
  return { ...status, conditions, ...(isSuccess ? { completionTime: timestamp(now) } : {}) };
}

/** Writes an Event that a job has ended, and one if more of its pods have succeeded than it wanted. */
export function reportEnd(recorder: EventRecorder, job: Job, { target, reason, message }: Ending): void {
  if (target !== "SuccessCriteriaMet") {
    recorder.record(job, "Warning", reason, message);
    return;
  }
  if ((job.status?.succeeded ?? 0) > (job.spec.completions ?? Number.POSITIVE_INFINITY)) {
    const words = "Too many succeeded pods running after completion count reached";
    recorder.record(job, "Warning", "TooManySucceededPods", words);
  }
  recorder.record(job, "Normal", "Completed", "Job completed");
}
