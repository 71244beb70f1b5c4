import { child, duplicate, type FieldError, index, required } from "../../../../shared/fieldError.ts";

/** Field errors of the conditions of a flow schema or a priority level: one of each type, and each with a type. */
export function validateConditionTypes(
  conditions: readonly { readonly type?: string }[] | undefined,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return (conditions ?? []).flatMap(({ type = "" }, i) => {
    const at = child(index(path, i), "type");
    const errors = seen.has(type) ? [duplicate(at, type)] : [];
    seen.add(type);
    return type === "" ? [...errors, required(at, "must not be empty")] : errors;
  });
}
