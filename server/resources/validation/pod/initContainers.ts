/** Rules of init containers: they run to completion one by one, or start and stay when they restart always. */
import type { Container } from "kubernetes-types/core/v1";
import { child, duplicate, type FieldError, forbidden, index } from "../../../../shared/fieldError.ts";
import { validateOptionalChoice } from "./choice.ts";
import { type ContainerScope, validateContainer, validateRunningParts } from "./containers.ts";

const RUNNING_PARTS = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

/** Field errors of the containers that run before the others. */
export function validateInitContainers(
  containers: readonly Container[] | undefined | null,
  regular: readonly Container[],
  scope: ContainerScope,
  path: string,
): FieldError[] {
  const names = new Set(regular.map(({ name }) => name));
  const errors: FieldError[] = [];
  for (const [i, container] of (containers ?? []).entries()) {
    const at = index(path, i);
    errors.push(...validateContainer(container, scope, at));
    errors.push(...validateOptionalChoice(container.restartPolicy, ["Always"], child(at, "restartPolicy")));
    if (container.name !== undefined && container.name !== "" && names.has(container.name)) {
      errors.push(duplicate(child(at, "name"), container.name));
    }
    names.add(container.name);
    if (container.restartPolicy === "Always") {
      errors.push(...validateRunningParts(container, scope, at));
    } else {
      for (const part of RUNNING_PARTS) {
        if (container[part] !== undefined && container[part] !== null) {
          errors.push(forbidden(child(at, part), "may not be set for init containers without restartPolicy=Always"));
        }
      }
    }
  }
  return errors;
}
