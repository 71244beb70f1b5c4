/** Rules of containers that run before the others, or, restarted always, beside them. */

import type { Container } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import { child, duplicate, type FieldError, forbidden, index, notSupported } from "../../../../shared/fieldError.ts";
import {
  type ContainerScope,
  validateContainer,
  validateHostPortConflicts,
  validateRunningParts,
} from "./containers.ts";

const RUNNING_PARTS = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

/** Field errors of the list. @param regular containers, whose names are taken */
export function validateInitContainers(
  containers: readonly Container[] | undefined | null,
  regular: readonly Container[],
  scope: ContainerScope,
  path: string,
): FieldError[] {
  const names = new Set(regular.map(({ name }) => name ?? ""));
  const errors: FieldError[] = [];
  for (const [i, container] of (containers ?? []).entries()) {
    const at = index(path, i);
    const { name = "", restartPolicy } = container;
    append(errors, validateContainer(container, scope, at));
    if (restartPolicy !== undefined && restartPolicy !== null && restartPolicy !== "Always") {
      errors.push(notSupported(child(at, "restartPolicy"), restartPolicy, ["Always"]));
    }
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    else if (name !== "") names.add(name);
    // They run one by one, so that each is asked alone; the reference counts it as the first.
    append(errors, validateHostPortConflicts([container], path));
    if (restartPolicy === "Always") {
      append(errors, validateRunningParts(container, scope, at));
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
