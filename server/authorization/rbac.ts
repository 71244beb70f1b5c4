import { rulesAllow } from "../../shared/rbac/ruleMatch.ts";
import { applyingSubject, describeGrant } from "../../shared/rbac/subjects.ts";
import type { BindingShape, PolicyRule, SubjectIdentity } from "../../shared/rbac/types.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { Attributes, Authorizer, RuleList, Verdict } from "./authorizer.ts";
import { followBindings } from "./bindingIndex.ts";
import { missingRoleText, referencedRules } from "./roleLookup.ts";

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
  const index = followBindings(reader, vocabulary);

  /** Visits the user's bindings, cluster bindings first, until `visit` answers something. */
  const visitBindings = <T>(
    user: SubjectIdentity,
    namespace: string,
    missing: string[],
    visit: (binding: BindingShape, rules: readonly PolicyRule[]) => T | undefined,
  ): T | undefined => {
    for (const scope of namespace === "" ? [""] : ["", namespace]) {
      for (const binding of index.of(user, scope)) {
        const rules = referencedRules(reader, vocabulary, binding.roleRef, binding.namespace);
        if (rules === undefined) {
          missing.push(missingRoleText(binding, vocabulary));
          continue;
        }
        const found = visit(binding, rules);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };

  return {
    name: "RBAC",
    authorize(user, attributes) {
      const missing: string[] = [];
      const namespace = attributes.resourceRequest ? attributes.namespace : "";
      const allowing = visitBindings(user, namespace, missing, (binding, rules) =>
        rulesAllow(rules, attributes) ? binding : undefined,
      );
      if (allowing !== undefined) {
        const subject = applyingSubject(allowing, user);
        const reason = subject === undefined ? "" : `RBAC: allowed by ${describeGrant(allowing, subject)}`;
        return { decision: "allow", reason };
      }
      return { decision: "noOpinion", reason: missing.length === 0 ? "" : `RBAC: ${aggregate(missing)}` };
    },
    rulesFor(user, namespace) {
      const missing: string[] = [];
      const rules: PolicyRule[] = [];
      visitBindings(user, namespace, missing, (_binding, held) => {
        rules.push(...held);
        return undefined;
      });
      return toRuleList(rules, missing);
    },
    close: index.close,
  };
}

/** Several findings are put in brackets, each once. */
function aggregate(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 1 ? (unique[0] ?? "") : `[${unique.join(", ")}]`;
}

function toRuleList(rules: readonly PolicyRule[], missing: readonly string[]): RuleList {
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
    incomplete: missing.length > 0,
    ...(missing.length === 0 ? {} : { evaluationError: aggregate(missing) }),
  };
}
