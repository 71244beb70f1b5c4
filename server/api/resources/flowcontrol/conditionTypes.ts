import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";

/** Field errors of the conditions of a flow schema or a priority level: types must be present and unique. */
export function conditionTypeErrors(
  conditions: readonly { readonly type?: string }[] | undefined,
  path: string,
): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(conditions, path, ({ type = "" }, itemPath) => {
    const at = child(itemPath, "type");
    const errors = seen.has(type) ? [duplicate(at, type)] : [];
    seen.add(type);
    return type === "" ? [...errors, required(at, "must not be empty")] : errors;
  });
}
