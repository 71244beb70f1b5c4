import type { Job } from "kubernetes-types/batch/v1";
import { humanDuration } from "../../registry/columns/age.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";

const COMPLETIONS =
  "The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may " +
  "decrease in reaction to scale down of elastic indexed jobs.";

const SELECTOR =
  "A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: " +
  "https://{labelDomain}/docs/concepts/overview/working-with-objects/labels/#label-selectors";

/** Condition types that name a job's state, most significant first; deletion ranks between the two lists. */
const FINAL = ["Complete", "Failed"];
const PASSING = ["Suspended", "FailureTarget"];

function state(job: Job): string {
  const holds = (type: string) => job.status?.conditions?.find((c) => c.type === type)?.status === "True";
  const final = FINAL.find(holds);
  if (final !== undefined) return final;
  if (job.metadata?.deletionTimestamp !== undefined) return "Terminating";
  return PASSING.find(holds) ?? "Running";
}

function completions({ spec, status }: Job): string {
  const done = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${done}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function duration({ status }: Job, now: number): string {
  if (status?.startTime === undefined) return "";
  const end = status.completionTime === undefined ? now : Date.parse(status.completionTime);
  return humanDuration(end - Date.parse(status.startTime));
}

/** Columns of jobs. */
export const jobColumns = [
  ...nameAndAge(
    textColumn("Status", "Status of the job.", (o) => state(narrow<Job>(o))),
    textColumn("Completions", COMPLETIONS, (o) => completions(narrow<Job>(o))),
    textColumn("Duration", "Time required to complete the job.", (o, now) => duration(narrow<Job>(o), now)),
  ),
  ...containerColumns((o) => narrow<Job>(o).spec?.template),
  selectorColumn(SELECTOR, (o) => narrow<Job>(o).spec?.selector),
];
