import type { JobStatus } from "kubernetes-types/batch/v1";
import { timestamp } from "../../../../shared/time.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { Job } from "./kinds.ts";
import { withCondition } from "./verdict.ts";

/** Updates the status when its job is suspended or resumed, and writes an Event about the change. */
export function statusAtRest(
  { recorder, now }: { readonly recorder: EventRecorder; now(): number },
  job: Job,
  status: JobStatus,
): JobStatus {
  const known = status.conditions ?? [];
  const isResting = job.spec.suspend === true;
  if (!isResting && !known.some(({ type, status: truth }) => type === "Suspended" && truth === "True")) return status;
  const [reason, message] = isResting ? ["JobSuspended", "Job suspended"] : ["JobResumed", "Job resumed"];
  const conditions = withCondition(
    known,
    { type: "Suspended", status: isResting ? "True" : "False", reason, message },
    now(),
  );
  if (conditions === known) return status;
  recorder.record(job, "Normal", isResting ? "Suspended" : "Resumed", message);
  const rest = { ...status, conditions: [...conditions] };
  // The active deadline starts again when the job is resumed.
  return isResting ? rest : { ...rest, startTime: timestamp(now()) };
}
