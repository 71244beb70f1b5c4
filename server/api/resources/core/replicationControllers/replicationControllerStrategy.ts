import type { PodTemplateSpec, ReplicationControllerSpec, ReplicationControllerStatus } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { type FieldError, invalid, notSupported, required } from "../../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { validateNonNegative } from "../../../../ground/formats/numbers.ts";
import { invalidText, mapOf, textMap } from "../../../../ground/formats/wording/goText.ts";
import { stepsFor } from "../../../../ground/turns/turnFor.ts";
import { NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../../registry/strategy.ts";
import { templateStrategy } from "../../strategies/templateStrategy.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { validatePodTemplateSpec } from "../../validation/pod/podTemplate.ts";
import { podWarnings } from "../../validation/pod/podWarnings.ts";
import { asReplicationController } from "../views.ts";

function* validateSpec(spec: ReplicationControllerSpec, rules: PodRules): Steps<FieldError[]> {
  const selector = spec.selector ?? {};
  const errors = validateNonNegative(spec.minReadySeconds, "spec.minReadySeconds");
  if (isEmptyMap(selector)) errors.push(required("spec.selector"));
  append(errors, validateNonNegative(spec.replicas ?? 0, "spec.replicas"));
  if (spec.template === undefined || spec.template === null) return [...errors, required("spec.template")];
  return [...errors, ...(yield* validateTemplate(spec.template, selector, rules))];
}

function* validateTemplate(
  template: PodTemplateSpec,
  selector: Readonly<Record<string, string>>,
  rules: PodRules,
): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const labels = template.metadata?.labels ?? {};
  if (!isEmptyMap(selector) && !Object.entries(selector).every(([name, value]) => labels[name] === value)) {
    errors.push(
      invalidText(
        "spec.template.metadata.labels",
        textMap(mapOf(template.metadata, "labels")),
        "`selector` does not match template `labels`",
      ),
    );
  }
  append(errors, yield* validatePodTemplateSpec(template, "spec.template", rules));
  const policy = template.spec?.restartPolicy;
  if (policy !== undefined && policy !== "Always") {
    errors.push(notSupported("spec.template.spec.restartPolicy", policy, ["Always"]));
  }
  if (template.spec?.activeDeadlineSeconds !== undefined) {
    errors.push({
      type: "FieldValueForbidden",
      field: "spec.template.spec.activeDeadlineSeconds",
      message: "Forbidden: activeDeadlineSeconds in ReplicationController is not Supported",
    });
  }
  return errors;
}

/** The counts of a status must agree: none may exceed `replicas`. */
function validateStatus(status: ReplicationControllerStatus): FieldError[] {
  const fields = [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
  ] as const;
  const errors = fields.flatMap((field) => validateNonNegative(status[field] ?? 0, `status.${field}`));
  const above = (field: (typeof fields)[number], limit: (typeof fields)[number], word: string): void => {
    const value = status[field] ?? 0;
    if (value > (status[limit] ?? 0)) errors.push(invalid(`status.${field}`, value, `cannot be greater than ${word}`));
  };
  above("fullyLabeledReplicas", "replicas", "status.replicas");
  above("readyReplicas", "replicas", "status.replicas");
  above("availableReplicas", "replicas", "status.replicas");
  above("availableReplicas", "readyReplicas", "readyReplicas");
  return errors;
}

const own: Strategy = {
  metadataOnUpdate: "woven",
  defaultDeletion: "Orphan",
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* validateSpec(asReplicationController(object).spec ?? {}, context);
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    return old === undefined ? errors : [...whole, ...errors, ...change, ...errors];
  },
};

const withTemplate: Strategy = {
  ...templateStrategy(own),
  // The reference computes these warnings from the old object.
  warningsOnUpdate(context, object, old) {
    if (object.metadata.generation === old.metadata.generation) return [];
    const { template } = asReplicationController(old).spec ?? {};
    return stepsFor(template, podWarnings(template ?? {}, "spec.template", context.vocabulary));
  },
};

/**
 * Rules of replication controllers. Unlike their successors, they orphan their pods unless the client names a policy.
 */
export const replicationControllerStrategy = specStatusStrategy(withTemplate, { emptyStatus: { replicas: 0 } });

/** Rules of the status: counts of pods, as reported by the controller. */
export const replicationControllerStatusStrategy = statusStrategy(replicationControllerStrategy, {
  validate: (_context, object) => validateStatus(asReplicationController(object).status ?? { replicas: 0 }),
});
