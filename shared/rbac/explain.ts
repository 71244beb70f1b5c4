import type { Grant } from "./authorize.ts";
import { type NearMiss, nearMisses } from "./nearMisses.ts";
import { scopesOf } from "./policy.ts";
import { ruleAllows } from "./ruleMatch.ts";
import { applyingSubject } from "./subjects.ts";
import type { AccessRequest, BindingShape, Policy, SubjectIdentity } from "./types.ts";

/** Why a policy allows a request, or which grants nearly allow it. */
export interface Explanation {
  readonly allowed: boolean;
  /** Every grant that allows the request, cluster bindings first; empty when denied. */
  readonly grants: readonly Grant[];
  /** If denied: grants that fail in only one respect, nearest first; empty when allowed. */
  readonly nearMisses: readonly NearMiss[];
  /** Bindings of the user in scope whose role does not exist. */
  readonly dangling: readonly BindingShape[];
}

/**
 * Every grant that allows the request, or the near misses. There are grants exactly when `authorize` finds one. A
 * denial visits all bindings: call it for display, not for every request.
 */
export function explain(policy: Policy, user: SubjectIdentity, request: AccessRequest): Explanation {
  const grants: Grant[] = [];
  const dangling: BindingShape[] = [];
  for (const scope of scopesOf(request)) {
    for (const binding of policy.bindingsOf(user, scope)) {
      const role = policy.roleOf(binding);
      const subject = applyingSubject(binding, user);
      if (role === undefined) dangling.push(binding);
      if (role === undefined || subject === undefined) continue;
      for (const rule of role.rules) if (ruleAllows(rule, request)) grants.push({ binding, subject, role, rule });
    }
  }
  const allowed = grants.length > 0;
  return { allowed, grants, nearMisses: allowed ? [] : nearMisses(policy, user, request), dangling };
}
