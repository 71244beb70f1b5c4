/** Rules of ephemeral containers, which are put into a running pod to look around. */
import type { Container, EphemeralContainer, PodSpec } from "kubernetes-types/core/v1";
import { child, duplicate, type FieldError, forbidden, index, notFound } from "../../../../shared/fieldError.ts";
import { type ContainerScope, validateContainer } from "./containers.ts";

const FORBIDDEN = ["ports", "lifecycle", "livenessProbe", "readinessProbe", "startupProbe", "resizePolicy"] as const;

/** Field errors of containers that were added to a running pod. */
export function validateEphemeralContainers(
  containers: readonly EphemeralContainer[] | undefined | null,
  spec: Pick<PodSpec, "containers" | "initContainers">,
  scope: ContainerScope,
  path: string,
): FieldError[] {
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name);
  const names = new Set(others);
  const errors: FieldError[] = [];
  for (const [i, container] of (containers ?? []).entries()) {
    const at = index(path, i);
    errors.push(...validateContainer(container as Container, scope, at));
    if (container.name !== "" && names.has(container.name)) errors.push(duplicate(child(at, "name"), container.name));
    names.add(container.name);
    const target = container.targetContainerName ?? "";
    if (target !== "" && !others.includes(target)) errors.push(notFound(child(at, "targetContainerName"), target));
    for (const field of FORBIDDEN) {
      const value = container[field];
      const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
      if (!empty) errors.push(forbidden(child(at, field), "cannot be set for an Ephemeral Container"));
    }
    if (Object.keys(container.resources ?? {}).length > 0) {
      errors.push(forbidden(child(at, "resources"), "cannot be set for an Ephemeral Container"));
    }
    for (const [j, mount] of (container.volumeMounts ?? []).entries()) {
      const mountPath = index(child(at, "volumeMounts"), j);
      if ((mount.subPath ?? "") !== "") {
        errors.push(forbidden(child(mountPath, "subPath"), "cannot be set for an Ephemeral Container"));
      }
      if ((mount.subPathExpr ?? "") !== "") {
        errors.push(forbidden(child(mountPath, "subPathExpr"), "cannot be set for an Ephemeral Container"));
      }
    }
  }
  return errors;
}
