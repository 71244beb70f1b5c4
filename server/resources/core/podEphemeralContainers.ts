import type { EphemeralContainer } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden } from "../../../shared/fieldError.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validatePodSpec } from "../validation/pod/podSpec.ts";
import { asPod } from "./views.ts";

/** Ephemeral containers come through their own sub-resource, and stay as they came. */
export const ephemeralContainersStrategy: Strategy = {
  prepareForUpdate(_context, object, old) {
    const containers = asPod(object).spec?.ephemeralContainers;
    const { ephemeralContainers: _, ...spec } = asPod(old).spec ?? { containers: [] };
    object["spec"] = containers === undefined ? spec : { ...spec, ephemeralContainers: containers };
    object["status"] = old["status"];
    // Changed in place: whoever began this write holds on to the metadata.
    for (const field of ["labels", "annotations", "finalizers", "ownerReferences"] as const) {
      if (old.metadata[field] === undefined) delete object.metadata[field];
      else Object.assign(object.metadata, { [field]: old.metadata[field] });
    }
  },
  validateUpdate: (context, object, old) => [
    ...validatePodSpec(asPod(object).spec, "spec", context),
    ...validateKept(asPod(object).spec?.ephemeralContainers, asPod(old).spec?.ephemeralContainers),
  ],
};

function validateKept(
  containers: readonly EphemeralContainer[] | undefined,
  old: readonly EphemeralContainer[] | undefined,
): FieldError[] {
  return (old ?? []).flatMap((container) => {
    const now = containers?.find(({ name }) => name === container.name);
    if (now === undefined) {
      return [
        forbidden(
          "spec.ephemeralContainers",
          `existing ephemeral containers ${JSON.stringify(container.name)} may not be removed\n`,
        ),
      ];
    }
    return deepEqual(now, container)
      ? []
      : [
          forbidden(
            "spec.ephemeralContainers",
            `existing ephemeral containers ${JSON.stringify(container.name)} may not be changed\n`,
          ),
        ];
  });
}
