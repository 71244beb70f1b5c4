import type { Job } from "kubernetes-types/batch/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { generateSelector } from "./jobLabels.ts";
import { validateJob, validateJobChange, validateJobStatus } from "./jobValidation.ts";

const MAX_POD_NAME = 63;

/** Pods of an indexed job get the index behind the job's name, so that long names cannot be hostnames. */
function warnings(object: ApiObject): string[] {
  const { spec } = decoded<Job>(object);
  const texts: string[] = [];
  if ((object.metadata.name ?? "").length > MAX_POD_NAME) {
    texts.push(
      "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must be no more than 63 characters]",
    );
  }
  const completions = spec?.completions ?? 0;
  const parallelism = spec?.parallelism ?? 0;
  if (spec?.completionMode === "Indexed" && completions > 100_000 && parallelism > 10_000) {
    texts.push(
      "spec.completions: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, we cannot guarantee that all pods are tracked.",
    );
  }
  return texts;
}

const own: Strategy = {
  // The first version of this kind left its pods behind when deleted, and clients rely on it.
  defaultDeletion: "Orphan",
  warningsOnDelete: (options) =>
    options["propagationPolicy"] === undefined && options["orphanDependents"] === undefined
      ? [
          "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
        ]
      : [],
  prepareForCreate: (context, object) => generateSelector(context.vocabulary, object),
  validate: validateJob,
  validateUpdate: (context, object, old) => [...validateJob(context, object), ...validateJobChange(object, old)],
  warningsOnCreate: (_context, object) => warnings(object),
};

/** Rules of jobs. */
export const jobStrategy = specStatusStrategy(own);

/** Rules of the status of jobs. */
export const jobStatusStrategy = statusStrategy(jobStrategy, {
  validate: (_context, object) => validateJobStatus(object),
});
