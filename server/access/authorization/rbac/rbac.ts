import { authorizeInSteps, rulesInSteps } from "../../../../shared/rbac/authorize.ts";
import { describeGrant } from "../../../../shared/rbac/subjects.ts";
import type { BindingShape, PolicyRule, SubjectIdentity } from "../../../../shared/rbac/types.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { missingRolesText } from "../../../api/resources/rbac/roleLookup.ts";
import type {
  Attributes,
  Authorizer,
  Cancellable,
  NonResourceRule,
  ResourceRule,
  RuleList,
  Verdict,
} from "../../../ground/rights/authorizer.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { storedPolicy } from "./storedPolicy.ts";

export interface RbacAuthorizer extends Authorizer {
  authorize(user: SubjectIdentity, attributes: Attributes, request?: Cancellable): Promise<Verdict> | Verdict;
  rulesFor(user: SubjectIdentity, namespace: string): Promise<RuleList> | RuleList;
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

  const decided = function* (user: SubjectIdentity, attributes: Attributes): Steps<Verdict> {
    const { grant, dangling } = yield* authorizeInSteps(policy, user, attributes);
    if (grant !== undefined) {
      return { decision: "allow", reason: `RBAC: allowed by ${describeGrant(grant.binding, grant.subject)}` };
    }
    const problems = about(dangling);
    return { decision: "noOpinion", reason: problems === "" ? "" : `RBAC: ${problems}` };
  };
  const listed = function* (user: SubjectIdentity, namespace: string): Steps<RuleList> {
    const { rules, dangling } = yield* rulesInSteps(policy, user, namespace);
    return yield* toRuleList(rules, about(dangling));
  };

  return {
    name: "RBAC",
    authorize: (user, attributes, request) => inTurns(decided(user, attributes), request),
    rulesFor: (user, namespace) => inTurns(listed(user, namespace)),
    close: policy.close,
  };
}

/** A role that does not exist is reported, but its absence does not make the list incomplete: nothing is held through it. */
function* toRuleList(rules: readonly PolicyRule[], problems: string): Steps<RuleList> {
  const resourceRules: ResourceRule[] = [];
  const nonResourceRules: NonResourceRule[] = [];
  for (const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } of rules) {
    if (isTurnDue()) yield;
    if (resources.length > 0) {
      resourceRules.push({
        verbs,
        ...(apiGroups.length > 0 ? { apiGroups } : {}),
        resources,
        ...(resourceNames.length > 0 ? { resourceNames } : {}),
      });
    }
    if (nonResourceURLs.length > 0) nonResourceRules.push({ verbs, nonResourceURLs });
  }
  return {
    resourceRules,
    nonResourceRules,
    incomplete: false,
    ...(problems === "" ? {} : { evaluationError: problems }),
  };
}
