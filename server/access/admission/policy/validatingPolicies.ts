import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { rightsChecker } from "../../../ground/cel/checkRights.ts";
import { evaluator } from "../../../ground/cel/evaluator.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { applyPolicy, type PolicyDependencies } from "./applyPolicy.ts";
import { type Denial, denialError } from "./denial.ts";
import { exemption } from "./exemption.ts";
import type { PolicySource } from "./policySource.ts";

/**
 * Applies the bound validating admission policies. All that match a request are evaluated, so that their warnings and
 * annotations do not depend on each other. The request is refused with the first denial in the order of the policies.
 */
export function validatingPolicies(
  source: Pick<PolicySource, "policies">,
  dependencies: PolicyDependencies,
  authorizer: Authorizer,
): AdmissionPlugin {
  const isExempt = exemption(dependencies.vocabulary);
  return {
    name: "ValidatingAdmissionPolicy",
    showsVersions: () => source.policies().length > 0,
    handles: (request) => source.policies().length > 0 && !isExempt(request),
    async validate(request) {
      const evaluate = evaluator(rightsChecker(authorizer, request.user), {
        owner: request.user.username,
        inFlight: request.inFlight,
      });
      let first: Denial | undefined;
      for (const bound of source.policies()) {
        const denials = await applyPolicy(bound, request, dependencies, evaluate);
        first ??= denials[0];
      }
      if (first !== undefined) throw denialError(request, first);
    },
  };
}
