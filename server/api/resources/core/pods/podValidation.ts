/** Rules of pods beyond those of their templates. */
import { type FieldError, forbidden } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import type { WriteContext } from "../../../registry/strategy.ts";
import { featuresInUse, withKeptCost } from "../../validation/pod/gatesInUse.ts";
import {
  validatePodAnnotations,
  validatePodAnnotationsKept,
  validateProfilesAgree,
} from "../../validation/pod/podAnnotations.ts";
import { validatePodOnly, validatePodSpec } from "../../validation/pod/podSpec.ts";
import { asPod } from "../views.ts";

/** Field errors that apply to new and to changed pods. */
export function* validatePod(context: WriteContext, object: ApiObject, old?: ApiObject): Steps<FieldError[]> {
  const { metadata, spec } = asPod(object);
  const { vocabulary } = context;
  const before = old === undefined ? undefined : asPod(old);
  const rules = { vocabulary, features: yield* featuresInUse(context.features, asPod(object), before, vocabulary) };
  return [
    ...(yield* validatePodAnnotations(metadata.annotations, spec, "metadata.annotations", rules)),
    ...(yield* validatePodSpec(spec, "spec", rules, metadata)),
    ...(yield* validatePodOnly(spec, "spec")),
  ];
}

/** Field errors of a new pod. */
export function* validateNewPod(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const { metadata, spec } = asPod(object);
  const errors = yield* validatePod(context, object);
  if ((spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden("spec.ephemeralContainers", "cannot be set on create"));
  }
  if ((spec?.nodeName ?? "") !== "" && (spec?.schedulingGates ?? []).length > 0) {
    errors.push(forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
  }
  return [...errors, ...(yield* validateProfilesAgree(metadata.annotations, spec, "spec", context.vocabulary))];
}

/** Field errors of a pod's annotations after a change: some are immutable, and all must be valid. */
export function* validateAnnotationUpdate(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject,
): Steps<FieldError[]> {
  const { metadata, spec } = asPod(object);
  const path = "metadata.annotations";
  const { vocabulary } = context;
  const features = withKeptCost(context.features, old.metadata.annotations, vocabulary);
  return [
    ...validatePodAnnotationsKept(metadata.annotations, old.metadata.annotations, path, vocabulary),
    ...(yield* validatePodAnnotations(metadata.annotations, spec, path, { vocabulary, features })),
  ];
}
