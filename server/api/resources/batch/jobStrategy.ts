import type { ApiObject } from "../../../../shared/object.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { templateStrategy } from "../strategies/templateStrategy.ts";
import { dropDisabledJobFields } from "./jobFeatures.ts";
import { generateSelector, hasLabelsOfPods } from "./jobLabels.ts";
import type { JobFields } from "./jobSpec.ts";
import { validateJobStatus } from "./jobStatusValidation.ts";
import { validateJob, validateJobChange, validateJobSpec } from "./jobValidation.ts";
import { indexWarnings } from "./jobWarnings.ts";

const specOf = (object: ApiObject): JobFields | undefined => object["spec"] as JobFields | undefined;

const own: Strategy = {
  metadataOnUpdate: "woven",
  // The first version of this kind left the pods behind on deletion, and clients rely on it.
  defaultDeletion: "Orphan",
  warningsOnDelete: (options) =>
    options["propagationPolicy"] === undefined && options["orphanDependents"] === undefined
      ? [
          "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
        ]
      : [],
  prepareForCreate(context, object) {
    dropDisabledJobFields(context.features, object);
    generateSelector(context.vocabulary, object);
  },
  prepareForUpdate: ({ features }, object, old) => dropDisabledJobFields(features, object, old),
  isCreatedBare: hasLabelsOfPods,
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* validateJob(context, object);
    if (old === undefined) return errors;
    // The reference validates an update as a new object and as a change, and lists the errors of the spec twice.
    return [
      ...whole,
      ...errors,
      ...change,
      ...(yield* validateJobSpec(context, object)),
      ...(yield* validateJobChange(object, old)),
    ];
  },
  warningsOnCreate: ({ vocabulary }, object) => indexWarnings(specOf(object), "spec", vocabulary),
  warningsOnUpdate: ({ vocabulary }, object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : indexWarnings(specOf(object), "spec", vocabulary),
};

/** Rules of jobs. */
export const jobStrategy = specStatusStrategy(templateStrategy(own));

/** Rules of the status of jobs. */
export const jobStatusStrategy = statusStrategy(jobStrategy, {
  validating: ({ features }, object, old) => validateJobStatus(features, object, old),
});
