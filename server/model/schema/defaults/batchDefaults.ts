/** Defaulting rules: jobs. */
import { type DefaultTable, rows } from "./row.ts";

interface JobView {
  readonly spec: {
    readonly parallelism?: number;
    readonly backoffLimitPerIndex?: number;
    readonly podFailurePolicy?: object;
    readonly template: { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } };
  };
}

export const batchDefaults: DefaultTable = {
  "api.batch.v1.Job": rows<JobView>((r) => [
    r.set("spec.completions", 1, { when: ({ spec }) => spec.parallelism == null }),
    r.set("spec.parallelism", 1),
    r.set("spec.backoffLimit", 2147483647, { when: ({ spec }) => spec.backoffLimitPerIndex != null }),
    r.set("spec.backoffLimit", 6),
    r.compute("metadata.labels", ({ spec }) => spec.template.metadata.labels, {
      when: ({ spec }) => spec.template.metadata.labels != null,
      // Labels that are later added to the pods' labels become the job's own labels, too.
      shared: true,
    }),
    r.set("spec.completionMode", "NonIndexed"),
    r.set("spec.suspend", false),
    r.set("spec.podFailurePolicy.rules[*].onPodConditions[*].status", "True"),
    r.set("spec.podReplacementPolicy", "Failed", {
      when: ({ spec }) => spec.podFailurePolicy != null,
      gate: "JobPodReplacementPolicy",
    }),
    r.set("spec.podReplacementPolicy", "TerminatingOrFailed", { gate: "JobPodReplacementPolicy" }),
    r.set("spec.manualSelector", false),
  ]),
  "api.batch.v1.CronJob": rows((r) => [
    r.set("spec.concurrencyPolicy", "Allow"),
    r.set("spec.suspend", false),
    r.set("spec.successfulJobsHistoryLimit", 3),
    r.set("spec.failedJobsHistoryLimit", 1),
  ]),
};
