import type { Grant } from "./authorize.ts";
import { scopesOf } from "./policy.ts";
import { ruleAllows } from "./ruleMatch.ts";
import type { AccessRequest, Policy } from "./types.ts";

/**
 * Every subject that may make the request, with the binding that allows it: one grant per subject and binding, cluster
 * bindings first. Groups are not resolved to members, because no server knows them.
 */
export function whoCan(policy: Policy, request: AccessRequest): Grant[] {
  const holders: Grant[] = [];
  for (const scope of scopesOf(request)) {
    for (const binding of policy.bindingsIn(scope)) {
      const role = policy.roleOf(binding);
      const rule = role?.rules.find((candidate) => ruleAllows(candidate, request));
      if (role === undefined || rule === undefined) continue;
      for (const subject of binding.subjects) holders.push({ binding, subject, role, rule });
    }
  }
  return holders;
}
