import type { MetricRegistry } from "../../../../ground/observability/registry/metricRegistry.ts";
import { errorType } from "../policyMetrics.ts";

/** Counts and times mutations by policies. */
export interface MutationMetrics {
  /** @param error why it failed; undefined when it succeeded @param took seconds */
  mutated(policy: string, binding: string, error: string | undefined, took: number): void;
}

export const noMutationMetrics: MutationMetrics = { mutated: () => undefined };

const LABELS = ["policy", "policy_binding", "error_type"] as const;

/** Registers the reference's metrics. May be called only once per registry. */
export function mutationMetrics(registry: MetricRegistry): MutationMetrics {
  const checks = registry.counter({
    name: "apiserver_mutating_admission_policy_check_total",
    help: "Changes that admission policies made or failed to make, by policy and binding.",
    stability: "ALPHA",
    labelNames: LABELS,
  });
  const durations = registry.histogram({
    name: "apiserver_mutating_admission_policy_check_duration_seconds",
    help: "Time that single changes by admission policies took, by policy and binding.",
    stability: "ALPHA",
    labelNames: LABELS,
    buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
  });
  return {
    mutated(policy, policy_binding, error, took) {
      const labels = { policy, policy_binding, error_type: error === undefined ? "no_error" : errorType(error) };
      checks.inc(labels);
      durations.observe(labels, took);
    },
  };
}
