import type { MatchResources } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, notSupported, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { namedRuleErrors } from "./rules.ts";

const POLICIES = ["Equivalent", "Exact"];

/**
 * Field errors of the match resources of a policy or a binding. Defaulting sets selectors and match policy; only an
 * explicit null leaves them out.
 */
export function* matchResourcesErrors(match: MatchResources, path: string): Steps<FieldError[]> {
  const { matchPolicy } = match;
  const errors: FieldError[] = [];
  if (matchPolicy === undefined) errors.push(required(child(path, "matchPolicy")));
  else if (!POLICIES.includes(matchPolicy))
    errors.push(notSupported(child(path, "matchPolicy"), matchPolicy, POLICIES));
  for (const member of ["namespaceSelector", "objectSelector"] as const) {
    const selector = match[member];
    const at = child(path, member);
    append(errors, selector === undefined ? [required(at)] : yield* labelSelectorErrors(selector, at));
  }
  for (const member of ["resourceRules", "excludeResourceRules"] as const) {
    append(errors, yield* errorsWithin(match[member], child(path, member), namedRuleErrors));
  }
  return errors;
}
