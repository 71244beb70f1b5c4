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
 * Role-based access control by the stored roles and bindings. A request is allowed when a rule matches it in any role
 * bound to the user (or a group of the user) in the request's scope. Never denies: without a matching rule it has no
 * opinion.
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

/** A missing role is reported, but does not make the list incomplete, because it grants nothing. */
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
