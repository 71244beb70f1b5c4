/** Rules of ephemeral containers, which are added to a running pod for debugging. */

import type { Container, EphemeralContainer, PodSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, forbidden, notFound } from "../../../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../../../shared/json/largeMaps.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { isExplicitlyEmpty } from "../../../../../ground/formats/explicitEmpties.ts";
import { type ContainerScope, validateContainer, validateImageSpaces } from "./containers.ts";

/** Members that an ephemeral container must not have, in the reference's order. */
const FORBIDDEN = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;
const NOT_FOR_EPHEMERAL = "cannot be set for an Ephemeral Container";

/** Field errors of the list: names must be unique among all containers of the pod, and targets must be regular ones. */
export function* validateEphemeralContainers(
  containers: readonly EphemeralContainer[] | undefined | null,
  spec: Pick<PodSpec, "containers" | "initContainers">,
  scope: ContainerScope,
  path: string,
): Steps<FieldError[]> {
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name ?? "");
  const targets = new Set(others);
  const names = new Set(others);
  return yield* errorsWithin(containers, path, function* (container, at) {
    const { name = "", targetContainerName: target = "" } = container;
    const errors = yield* validateContainer(container as Container, scope, at);
    append(errors, validateImageSpaces(container as Container, at));
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    if (target !== "" && !targets.has(target)) errors.push(notFound(child(at, "targetContainerName"), target));
    return [
      ...errors,
      ...FORBIDDEN.filter((field) => isSet(container, field)).map((field) =>
        forbidden(child(at, field), NOT_FOR_EPHEMERAL),
      ),
      ...(yield* validateSubPaths(container, at)),
    ];
  });
}

/**
 * Whether a field is set. A field with an explicitly empty value counts as set. `resources` is a struct in the
 * reference: it counts as set if it has any member, even an empty one.
 */
function isSet(container: EphemeralContainer, field: (typeof FORBIDDEN)[number]): boolean {
  const value = container[field];
  // When its feature is off, a resize policy has already been dropped, even an explicitly empty one; so have claims.
  if (value === undefined || value === null) return field !== "resizePolicy" && isExplicitlyEmpty(container, field);
  if (field !== "resources") return true;
  return !isEmptyMap(value as object) || AMOUNTS.some((name) => isExplicitlyEmpty(value as object, name));
}

const AMOUNTS = ["limits", "requests"];

function validateSubPaths({ volumeMounts }: EphemeralContainer, path: string): Steps<FieldError[]> {
  return errorsOfEach(volumeMounts, child(path, "volumeMounts"), (mount, at) =>
    (["subPath", "subPathExpr"] as const)
      .filter((field) => (mount[field] ?? "") !== "")
      .map((field) => forbidden(child(at, field), NOT_FOR_EPHEMERAL)),
  );
}
