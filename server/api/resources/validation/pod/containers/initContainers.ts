/** Rules of init containers, which run before the others or, when always restarted, alongside them. */

import type { Container } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, forbidden, notSupported } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { quoted } from "../../../../../../shared/text/quoted.ts";
import { invalidText, structList, structText } from "../../../../../ground/formats/wording/goText.ts";
import {
  type ContainerScope,
  resizePolicyOf,
  validateContainer,
  validateHostPortConflicts,
  validateRunningParts,
} from "./containers.ts";

const RUNNING_PARTS = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

/** Field errors of the list. @param regular containers, whose names are already taken */
export function* validateInitContainers(
  containers: readonly Container[] | undefined | null,
  regular: readonly Container[],
  scope: ContainerScope,
  path: string,
): Steps<FieldError[]> {
  const names = new Set(regular.map(({ name }) => name ?? ""));
  return yield* errorsWithin(containers, path, function* (container, at) {
    const { name = "", restartPolicy } = container;
    const errors = yield* validateContainer(container, scope, at);
    if (restartPolicy !== undefined && restartPolicy !== null && restartPolicy !== "Always") {
      errors.push(notSupported(child(at, "restartPolicy"), restartPolicy, ["Always"]));
    }
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    else if (name !== "") names.add(name);
    // Init containers run one at a time, so each is checked alone; the reference's path is that of the first.
    append(errors, yield* validateHostPortConflicts([container], path));
    if (restartPolicy === "Always") {
      append(errors, yield* validateRunningParts(container, scope, at));
    } else {
      for (const part of RUNNING_PARTS) {
        if (container[part] !== undefined && container[part] !== null) {
          errors.push(forbidden(child(at, part), "may not be set for init containers without restartPolicy=Always"));
        }
      }
    }
    const policy = resizePolicyOf(container);
    if (policy?.length) {
      const shown = structList(
        "core.ContainerResizePolicy",
        policy,
        ({ resourceName = "", restartPolicy: after = "" }) =>
          structText("core.ContainerResizePolicy", {
            ResourceName: quoted(resourceName),
            RestartPolicy: quoted(after),
          }),
      );
      errors.push(invalidText(child(at, "resizePolicy"), shown, "must not be set for init containers"));
    }
    return errors;
  });
}
