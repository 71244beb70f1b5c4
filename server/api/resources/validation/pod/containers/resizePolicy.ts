import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { duplicate, type FieldError, invalid, notSupported, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";

/** Whether a container restarts when an amount changes. The published types lack this. */
export interface ResizePolicy {
  readonly resourceName?: string;
  readonly restartPolicy?: string;
}

const RESOURCES = ["cpu", "memory"];
const POLICIES = ["NotRequired", "RestartContainer"];

/**
 * Field errors of resize policies. The reference reports most of them under the list.
 * @param path of the list
 * @param restart the pod's restart policy: with `Never`, no resize may require a restart
 */
export function validateResizePolicy(
  policies: readonly ResizePolicy[] | undefined | null,
  path: string,
  restart: string | undefined,
): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(policies, path, ({ resourceName = "", restartPolicy = "" }, at) => {
    const errors: FieldError[] = seen.has(resourceName) ? [duplicate(at, resourceName)] : [];
    seen.add(resourceName);
    errors.push(...validateMember(resourceName, RESOURCES, path), ...validateMember(restartPolicy, POLICIES, path));
    if (restart === "Never" && restartPolicy !== "NotRequired") {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

const validateMember = (value: string, allowed: readonly string[], path: string): FieldError[] => {
  if (value === "") return [required(path)];
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
};
