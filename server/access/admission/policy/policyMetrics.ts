import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { Problem } from "./evaluatePolicy.ts";

/** The action taken for a validation; `allow` means none, because errors are ignored. */
export type EnforcementAction = "allow" | "deny" | "audit" | "warn";

/** Counts and times validations that failed or could not be evaluated. */
export interface PolicyMetrics {
  /** @param problem the message, and the duration of the evaluation in seconds */
  enforced(policy: string, binding: string, action: EnforcementAction, problem: Problem): void;
}

export const noPolicyMetrics: PolicyMetrics = { enforced: () => undefined };

const LABELS = ["policy", "policy_binding", "error_type", "enforcement_action"] as const;

/** Registers the reference's metrics. May be called only once per registry. */
export function policyMetrics(registry: MetricRegistry): PolicyMetrics {
  const checks = registry.counter({
    name: "apiserver_validating_admission_policy_check_total",
    help: "Validations of admission policies that requests failed, by policy, binding and what was done.",
    stability: "BETA",
    labelNames: LABELS,
  });
  const durations = registry.histogram({
    name: "apiserver_validating_admission_policy_check_duration_seconds",
    help: "Time that single validations took, by policy, binding and what was done.",
    stability: "BETA",
    labelNames: LABELS,
    buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
  });
  return {
    enforced(policy, policy_binding, enforcement_action, { message, took }) {
      const labels = { policy, policy_binding, error_type: errorType(message), enforcement_action };
      checks.inc(labels);
      durations.observe(labels, took);
    },
  };
}

/** Derived from the text, as in the reference: any other error counts as an invalid result. */
export function errorType(message: string): string {
  if (message.startsWith("compilation")) return "compile_error";
  if (message.startsWith("validation failed due to running out of cost budget")) return "out_of_budget";
  return "invalid_error";
}
