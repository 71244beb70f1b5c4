import type { EphemeralContainer } from "kubernetes-types/core/v1";
import { errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import { type FieldError, forbidden } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { sameParts } from "../../../../model/schema/semanticEquality.ts";
import type { Strategy } from "../../../registry/strategy.ts";
import { podAnnotationNames } from "../../validation/pod/podAnnotations.ts";
import { specDifference } from "../specDifference.ts";
import { asPod } from "../views.ts";
import { validateAnnotationUpdate, validatePod } from "./podValidation.ts";

/** Ephemeral containers can be added through their own sub-resource, and never changed or removed. */
export const ephemeralContainersStrategy: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  prepareForUpdate(_context, object, old) {
    const containers = asPod(object).spec?.ephemeralContainers;
    const { ephemeralContainers: _, ...spec } = asPod(old).spec ?? { containers: [] };
    object["spec"] = containers === undefined ? spec : { ...spec, ephemeralContainers: containers };
    object["status"] = old["status"];
    // Change the metadata in place, because the caller keeps a reference to it. As in the reference, no manager owns
    // containers that were added this way.
    for (const field of ["labels", "annotations", "finalizers", "ownerReferences", "managedFields"] as const) {
      if (old.metadata[field] === undefined) delete object.metadata[field];
      else Object.assign(object.metadata, { [field]: old.metadata[field] });
    }
  },
  *validating(context, object, old = object) {
    // Containers cannot be added to static pods. The reference reports this for the object as a whole.
    if (old.metadata.annotations?.[podAnnotationNames(context.vocabulary).mirror] !== undefined) {
      return [forbidden("[]", "static pods do not support ephemeral containers")];
    }
    return [
      ...(yield* validatePod(context, object, old)),
      ...(yield* validateAnnotationUpdate(context, object, old)),
      ...(yield* validateKept(asPod(object).spec?.ephemeralContainers, asPod(old).spec?.ephemeralContainers)),
    ];
  },
};

function validateKept(
  containers: readonly EphemeralContainer[] | undefined,
  old: readonly EphemeralContainer[] | undefined,
): Steps<FieldError[]> {
  const refuse = (name: string, detail: string): FieldError =>
    forbidden("spec.ephemeralContainers", `existing ephemeral containers ${JSON.stringify(name)} ${detail}`);
  // Duplicate names are refused elsewhere; here the last container of a name is compared.
  const byName = new Map((containers ?? []).map((one) => [one.name, one]));
  return errorsWithin(old, "spec.ephemeralContainers", function* (container) {
    const now = byName.get(container.name);
    if (now === undefined) return [refuse(container.name, "may not be removed\n")];
    if (yield* sameParts("api.core.v1.EphemeralContainer", now, container)) return [];
    const difference = yield* specDifference("EphemeralContainer", container, now);
    return [refuse(container.name, `may not be changed\n${difference}`)];
  });
}
