import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import { child, type FieldError, forbidden } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { annotationErrors, labelErrors } from "../../../../ground/formats/names/labels.ts";
import { validatePodAnnotations, validateProfilesAgree } from "./podAnnotations.ts";
import { type PodRules, wordsOf } from "./podRules.ts";
import { validatePodSpec } from "./podSpec.ts";

/**
 * Field errors of a pod template (deployments, jobs, …). Kinds that restrict the restart policy check it themselves.
 *
 * @param path of the template, for example `spec.template`
 */
export function* validatePodTemplateSpec(
  template: PodTemplateSpec | undefined | null,
  path: string,
  rules: PodRules = {},
): Steps<FieldError[]> {
  const words = wordsOf(rules);
  const annotations = template?.metadata?.annotations;
  const errors = [
    ...(yield* validateTemplateMetadata(template, path, rules)),
    ...(yield* validatePodSpec(template?.spec, child(path, "spec"), rules)),
    ...(yield* validateProfilesAgree(annotations, template?.spec, child(path, "spec"), words)),
  ];
  if ((template?.spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(child(path, "spec.ephemeralContainers"), "ephemeral containers not allowed in pod template"));
  }
  return errors;
}

/** Validates only a template's labels and annotations, which is all that the reference validates for stateful sets. */
export function* validateTemplateMetadata(
  template: PodTemplateSpec | undefined | null,
  path: string,
  rules: PodRules = {},
): Steps<FieldError[]> {
  const annotations = template?.metadata?.annotations;
  return [
    ...(yield* labelErrors(template?.metadata?.labels, child(path, "labels"))),
    ...(yield* annotationErrors(annotations, child(path, "annotations"))),
    ...(yield* validatePodAnnotations(annotations, template?.spec, child(path, "annotations"), rules)),
  ];
}
