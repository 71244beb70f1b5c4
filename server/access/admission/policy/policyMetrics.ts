import { Counter, type Registry } from "prom-client";

/** What was done because of a validation; `allow`: nothing, because errors are ignored. */
export type EnforcementAction = "allow" | "deny" | "audit" | "warn";

/** Counts validations that requests failed, or that could not be evaluated. */
export interface PolicyMetrics {
  /** @param message why, as it was told */
  enforced(policy: string, binding: string, action: EnforcementAction, message: string): void;
}

export const noPolicyMetrics: PolicyMetrics = { enforced: () => undefined };

/** The counter of the reference, in a registry. To be made once per registry. */
export function policyMetrics(registry: Registry): PolicyMetrics {
  const checks = new Counter({
    name: "apiserver_validating_admission_policy_check_total",
    help: "Validations of admission policies that requests failed, by policy, binding and what was done.",
    labelNames: ["policy", "policy_binding", "error_type", "enforcement_action"],
    registers: [registry],
  });
  return {
    enforced: (policy, policy_binding, enforcement_action, message) =>
      checks.inc({ policy, policy_binding, enforcement_action, error_type: errorType(message) }),
  };
}

/** Told by the text, as the reference does: whatever is no such error counts as a result that is invalid. */
function errorType(message: string): string {
  if (message.startsWith("compilation")) return "compile_error";
  if (message.startsWith("validation failed due to running out of cost budget")) return "out_of_budget";
  return "invalid_error";
}
