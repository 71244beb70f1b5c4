import type { MatchResources } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../shared/append.ts";
import { child, type FieldError, index, notSupported, required } from "../../../shared/fieldError.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { validateNamedRule } from "./rules.ts";

const POLICIES = ["Equivalent", "Exact"];

/** Field errors of what a policy or a binding is about. Selectors and policy are there by default; null takes them away. */
export function validateMatchResources(match: MatchResources, path: string): FieldError[] {
  const { matchPolicy } = match;
  const errors: FieldError[] = [];
  if (matchPolicy === undefined) errors.push(required(child(path, "matchPolicy")));
  else if (!POLICIES.includes(matchPolicy))
    errors.push(notSupported(child(path, "matchPolicy"), matchPolicy, POLICIES));
  for (const member of ["namespaceSelector", "objectSelector"] as const) {
    const selector = match[member];
    const at = child(path, member);
    append(errors, selector === undefined ? [required(at)] : validateLabelSelector(selector, at));
  }
  for (const member of ["resourceRules", "excludeResourceRules"] as const) {
    append(
      errors,
      (match[member] ?? []).flatMap((rule, i) => validateNamedRule(rule, index(child(path, member), i))),
    );
  }
  return errors;
}
