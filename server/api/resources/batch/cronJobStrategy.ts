import type { CronJobSpec } from "kubernetes-types/batch/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { finished } from "../../../../shared/steps.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { templateStrategy } from "../strategies/templateStrategy.ts";
import { validateCronJob } from "./cronJobValidation.ts";
import { indexWarnings } from "./jobWarnings.ts";

const JOB = "spec.jobTemplate.spec";
const specOf = (object: ApiObject): Partial<CronJobSpec> | undefined =>
  object["spec"] as Partial<CronJobSpec> | undefined;

const own: Strategy = {
  validating: validateCronJob,
  warningsOnCreate: ({ vocabulary }, object) => indexWarnings(specOf(object)?.jobTemplate?.spec, JOB, vocabulary),
  warningsOnUpdate: ({ vocabulary }, object, old) =>
    object.metadata.generation === old.metadata.generation
      ? []
      : indexWarnings(specOf(object)?.jobTemplate?.spec, JOB, vocabulary),
};

const withTemplate = templateStrategy(own, {
  templateOf: (object) => specOf(object)?.jobTemplate?.spec?.template,
  path: `${JOB}.template`,
});

const withZone: Strategy = {
  ...withTemplate,
  *warningsOnUpdate(context, object, old) {
    const warnings = (yield* finished(withTemplate.warningsOnUpdate?.(context, object, old))) ?? [];
    if (specOf(object)?.schedule?.includes("TZ") !== true) return warnings;
    const docs = context.vocabulary.render("https://{labelDomain}/docs/concepts/workloads/controllers/cron-jobs/");
    // The path repeats a word, as in the reference.
    const text = `cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ${docs} for more details`;
    return [...warnings, text];
  },
};

/** Rules of cron jobs. */
export const cronJobStrategy = specStatusStrategy(withZone);

/** Rules of the status of cron jobs. */
export const cronJobStatusStrategy = statusStrategy(cronJobStrategy, { metadataOnUpdate: [] });
