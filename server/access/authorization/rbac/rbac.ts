import { authorize, rulesFor } from "../../../../shared/rbac/authorize.ts";
import { describeGrant } from "../../../../shared/rbac/subjects.ts";
import type { BindingShape, PolicyRule, SubjectIdentity } from "../../../../shared/rbac/types.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { missingRolesText } from "../../../api/resources/rbac/roleLookup.ts";
import type { Attributes, Authorizer, RuleList, Verdict } from "../../../ground/rights/authorizer.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { storedPolicy } from "./storedPolicy.ts";

export interface RbacAuthorizer extends Authorizer {
  authorize(user: SubjectIdentity, attributes: Attributes): Verdict;
  rulesFor(user: SubjectIdentity, namespace: string): RuleList;
  /** Stops following the stored bindings. */
  close(): void;
}

/**
 * Role-based access control over the stored roles and bindings: a request is allowed when any rule of any role bound to the
 * user (or one of the groups) in the request's scope matches. Never denies: no rule means no opinion.
 */
export function rbacAuthorizer(reader: ObjectReader, vocabulary: Vocabulary): RbacAuthorizer {
  const policy = storedPolicy(reader, vocabulary);
  const about = (dangling: readonly BindingShape[]): string =>
    dangling.length === 0 ? "" : missingRolesText(dangling, vocabulary);

  return {
    name: "RBAC",
    authorize(user, attributes) {
      const { grant, dangling } = authorize(policy, user, attributes);
      if (grant !== undefined) {
        return { decision: "allow", reason: `RBAC: allowed by ${describeGrant(grant.binding, grant.subject)}` };
      }
      const problems = about(dangling);
      return { decision: "noOpinion", reason: problems === "" ? "" : `RBAC: ${problems}` };
    },
    rulesFor(user, namespace) {
      const { rules, dangling } = rulesFor(policy, user, namespace);
      return toRuleList(rules, about(dangling));
    },
    close: policy.close,
  };
}

/** A role that does not exist is reported, but its absence does not make the list incomplete: nothing is held through it. */
function toRuleList(rules: readonly PolicyRule[], problems: string): RuleList {
  return {
    resourceRules: rules
      .filter((rule) => (rule.resources ?? []).length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        ...(apiGroups?.length ? { apiGroups } : {}),
        resources,
        ...(resourceNames?.length ? { resourceNames } : {}),
      })),
    nonResourceRules: rules
      .filter((rule) => (rule.nonResourceURLs ?? []).length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...(problems === "" ? {} : { evaluationError: problems }),
  };
}
