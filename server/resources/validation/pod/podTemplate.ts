import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { child, type FieldError, forbidden } from "../../../../shared/fieldError.ts";
import { validateAnnotations, validateLabels } from "../labels.ts";
import { validatePodAnnotations, validateProfilesAgree } from "./podAnnotations.ts";
import { type PodRules, wordsOf } from "./podRules.ts";
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
  const words = wordsOf(rules);
  const annotations = template?.metadata?.annotations;
  const errors = [
    ...validateTemplateMetadata(template, path, rules),
    ...validatePodSpec(template?.spec, child(path, "spec"), rules),
    ...validateProfilesAgree(annotations, template?.spec, child(path, "spec"), words),
  ];
  if ((template?.spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(child(path, "spec.ephemeralContainers"), "ephemeral containers not allowed in pod template"));
  }
  return errors;
}

/** The rules of a template's labels and annotations alone: all that is asked of templates of stateful sets. */
export function validateTemplateMetadata(
  template: PodTemplateSpec | undefined | null,
  path: string,
  rules: PodRules = {},
): FieldError[] {
  const annotations = template?.metadata?.annotations;
  return [
    ...validateLabels(template?.metadata?.labels, child(path, "labels")),
    ...validateAnnotations(annotations, child(path, "annotations")),
    ...validatePodAnnotations(annotations, template?.spec, child(path, "annotations"), wordsOf(rules)),
  ];
}
