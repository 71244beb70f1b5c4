import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { child, type FieldError, forbidden } from "../../../../shared/fieldError.ts";
import { validateAnnotations, validateLabels } from "../labels.ts";
import type { PodRules } from "./podRules.ts";
import { validatePodSpec } from "./podSpec.ts";

/**
 * Field errors of a pod template (deployments, jobs, …). Restart policies that only some kinds allow are theirs to check.
 *
 * @param path of the template, for example `spec.template`
 */
export function validatePodTemplateSpec(
  template: PodTemplateSpec | undefined | null,
  path: string,
  rules: PodRules = {},
): FieldError[] {
  const errors = [
    ...validateLabels(template?.metadata?.labels, child(path, "labels")),
    ...validateAnnotations(template?.metadata?.annotations, child(path, "annotations")),
    ...validatePodSpec(template?.spec, child(path, "spec"), rules),
  ];
  if ((template?.spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(child(path, "spec.ephemeralContainers"), "ephemeral containers not allowed in pod template"));
  }
  return errors;
}
