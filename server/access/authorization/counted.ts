import type { Authorizer, Verdict } from "../../ground/rights/authorizer.ts";
import type { AuthorizationMetrics } from "./authorizationMetrics.ts";

/** Wraps an authorizer to count its decisions under its type and name. */
export function counted(authorizer: Authorizer, type: string, name: string, metrics: AuthorizationMetrics): Authorizer {
  const count = metrics.decisions(type, name);
  const note = (verdict: Verdict): Verdict => {
    if (verdict.decision === "allow") count.allowed();
    if (verdict.decision === "deny") count.denied();
    return verdict;
  };
  return {
    ...authorizer,
    name,
    authorize(user, attributes, request) {
      const answer = authorizer.authorize(user, attributes, request);
      return answer instanceof Promise ? answer.then(note) : note(answer);
    },
  };
}
