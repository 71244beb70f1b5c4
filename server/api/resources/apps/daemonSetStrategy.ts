import type { DaemonSet } from "kubernetes-types/apps/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { stepsFor } from "../../../ground/turns/turnFor.ts";
import { GENERATION_ANNOTATION, templateGeneration } from "../../../model/schema/defaults/helpers.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { templateStrategy, UNNAMED_TEMPLATE } from "../strategies/templateStrategy.ts";
import { validateSelectorKept } from "../strategies/workload.ts";
import { validateDaemonSet, validateDaemonSetStatus } from "./daemonSetValidation.ts";

function setTemplateGeneration(object: ApiObject, generation: number): void {
  object.metadata.annotations = { ...object.metadata.annotations, [GENERATION_ANNOTATION]: String(generation) };
}

const generationOf = (object: ApiObject): number => Number(templateGeneration(object.metadata.annotations));

function* countTemplates(object: ApiObject, old: ApiObject): Steps<void> {
  const templateOf = (set: ApiObject) => narrow<DaemonSet>(set).spec?.template;
  const generation = generationOf(old);
  const isSame = yield* sameParts("api.core.v1.PodTemplateSpec", templateOf(object), templateOf(old));
  setTemplateGeneration(object, isSame ? generation : generation + 1);
}

const own: Strategy = {
  metadataOnUpdate: "woven",
  prepareForCreate(_context, object) {
    setTemplateGeneration(object, Math.max(1, generationOf(object)));
  },
  prepareForUpdate: (_context, object, old) => stepsFor([object, old], countTemplates(object, old)),
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* validateDaemonSet(context, object);
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    if (old === undefined) return errors;
    return [...whole, ...errors, ...change, ...errors, ...validateSelectorKept(object, old)];
  },
};

/** Rules of daemon sets. */
export const daemonSetStrategy = specStatusStrategy(templateStrategy(own, UNNAMED_TEMPLATE), {
  emptyStatus: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
});

/** Rules of the status of daemon sets. */
export const daemonSetStatusStrategy = statusStrategy(daemonSetStrategy, {
  validate: (_context, object, old) => validateDaemonSetStatus(object, old),
});
