import { append } from "../collections/append.ts";
import { immediately, isTurnDue, isTurnOver, type Steps } from "../steps.ts";
import { scopesOf } from "./policy.ts";
import { ruleAllows } from "./ruleMatch.ts";
import { applyingSubject } from "./subjects.ts";
import type { AccessRequest, BindingShape, Policy, PolicyRule, RoleShape, Subject, SubjectIdentity } from "./types.ts";

/** A grant of access to a user: a subject of a binding to a role with a matching rule. */
export interface Grant {
  readonly binding: BindingShape;
  readonly subject: Subject;
  readonly role: RoleShape;
  readonly rule: PolicyRule;
}

/** The decision of a policy about one request. */
export interface Authorization {
  /** The first grant that allows it, cluster bindings first; undefined when there is none. */
  readonly grant: Grant | undefined;
  /** Bindings of the user whose role does not exist, found during the search. */
  readonly dangling: readonly BindingShape[];
}

/** Finds the first rule of any binding in scope that allows the request. A policy can only allow; it cannot deny. */
export function* authorizeInSteps(policy: Policy, user: SubjectIdentity, request: AccessRequest): Steps<Authorization> {
  const dangling: BindingShape[] = [];
  /** Roles without a matching rule, remembered because a role may be bound many times. */
  const useless = new Set<RoleShape>();
  for (const scope of scopesOf(request)) {
    for (const binding of policy.bindingsOf(user, scope)) {
      const role = policy.roleOf(binding);
      if (role === undefined) {
        dangling.push(binding);
        continue;
      }
      if (useless.has(role)) continue;
      const rule = yield* firstRule(role, request);
      if (rule === undefined) useless.add(role);
      const subject = rule === undefined ? undefined : applyingSubject(binding, user);
      if (rule !== undefined && subject !== undefined) return { grant: { binding, subject, role, rule }, dangling };
    }
  }
  return { grant: undefined, dangling };
}

/** {@link authorizeInSteps} without pausing. */
export const authorize = immediately(authorizeInSteps);

function* firstRule({ rules }: RoleShape, request: AccessRequest): Steps<PolicyRule | undefined> {
  for (const rule of rules) {
    if (ruleAllows(rule, request)) return rule;
    if (isTurnDue()) yield;
  }
  return undefined;
}

/** The rules that a user holds, and the bindings that could not be resolved. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[];
  /** Bindings of the user whose role does not exist. */
  readonly dangling: readonly BindingShape[];
}

/** The rules that a user holds in a namespace (`""`: only cluster-wide rules), those of cluster bindings first. */
export function* rulesInSteps(policy: Policy, user: SubjectIdentity, namespace: string): Steps<HeldRules> {
  const rules: PolicyRule[] = [];
  const dangling: BindingShape[] = [];
  for (const scope of namespace === "" ? [""] : ["", namespace]) {
    for (const binding of policy.bindingsOf(user, scope)) {
      const role = policy.roleOf(binding);
      if (role === undefined) dangling.push(binding);
      else append(rules, role.rules);
      if (isTurnOver()) yield;
    }
  }
  return { rules, dangling };
}

/** {@link rulesInSteps} without pausing. */
export const rulesFor = immediately(rulesInSteps);
