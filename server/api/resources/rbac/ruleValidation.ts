import type { ClusterRole, PolicyRule } from "kubernetes-types/rbac/v1";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { isUsable } from "../strategies/workload.ts";
import { selectorOptions } from "../validation/selectorValues.ts";

/** Field errors of the rules of a role. Rules in a namespace cannot have non-resource URLs. */
export const ruleErrors = (object: ApiObject, namespaced: boolean): Steps<FieldError[]> =>
  errorsOfEach(narrow<ClusterRole>(object).rules, "rules", (rule, path) => validateRule(rule, namespaced, path));

function validateRule(rule: PolicyRule, namespaced: boolean, path: string): FieldError[] {
  const apiGroups = rule.apiGroups ?? [];
  const resources = rule.resources ?? [];
  const resourceNames = rule.resourceNames ?? [];
  const nonResourceURLs = rule.nonResourceURLs ?? [];
  // Verbs is the only list that is kept when empty, as null.
  const verbs = rule.verbs ?? [];
  const errors: FieldError[] = [];
  if (verbs.length === 0) errors.push(required(child(path, "verbs"), "verbs must contain at least one value"));
  if (nonResourceURLs.length > 0) {
    const at = child(path, "nonResourceURLs");
    if (namespaced) {
      errors.push(invalidText(at, textList(nonResourceURLs), "namespaced rules cannot apply to non-resource URLs"));
    }
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      errors.push(
        invalidText(
          at,
          textList(nonResourceURLs),
          "rules cannot apply to both regular resources and non-resource URLs",
        ),
      );
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(child(path, "apiGroups"), "resource rules must supply at least one api group"));
  }
  if (resources.length === 0) {
    errors.push(required(child(path, "resources"), "resource rules must supply at least one resource"));
  }
  return errors;
}

/** The aggregation rule of a role, decoded without its rules, of which there may be many. */
function* aggregationOf({ metadata, aggregationRule }: ApiObject): Steps<ClusterRole["aggregationRule"]> {
  return (yield* decodedInSteps<ClusterRole>({ metadata, aggregationRule })).aggregationRule;
}

/** Field errors of a cluster role's aggregation rule. @param old the stored one on updates */
export function* aggregationErrors(object: ApiObject, old?: ApiObject): Steps<FieldError[]> {
  const rule = yield* aggregationOf(object);
  if (rule === undefined) return [];
  const path = "aggregationRule.clusterRoleSelectors";
  const selectors = rule.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    return [required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  }
  const stored = old === undefined ? [] : ((yield* aggregationOf(old))?.clusterRoleSelectors ?? []);
  const options = yield* selectorOptions(stored);
  return yield* errorsWithin(selectors, path, function* (selector, at) {
    const errors = yield* labelSelectorErrors(selector, at, options);
    // The reference prints the result of parsing the selector, which is null.
    return (yield* isUsable(selector))
      ? errors
      : [...errors, invalidText(at, quoted("null"), "invalid label selector.")];
  });
}
