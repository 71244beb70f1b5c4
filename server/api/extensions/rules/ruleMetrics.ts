import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

/** Records how long the rules of custom resources take, in seconds. */
export interface RuleTimes {
  /** Time to compile all rules of a schema. */
  compiled(seconds: number): void;
  /** Time to evaluate them for an object, in the event loop or in a worker. */
  evaluated(seconds: number): void;
}

export const untimedRules: RuleTimes = { compiled: () => undefined, evaluated: () => undefined };

/** Records the times as metrics with the reference's names. */
export function ruleMetrics(registry: MetricRegistry): RuleTimes {
  const compilations = registry.histogram({
    name: "apiserver_cel_compilation_duration_seconds",
    help: "Time to compile the validation rules of a custom resource's schema.",
    stability: "BETA",
  });
  const evaluations = registry.histogram({
    name: "apiserver_cel_evaluation_duration_seconds",
    help: "Time to judge a custom resource by its validation rules.",
    stability: "BETA",
  });
  return {
    compiled: (seconds) => compilations.observe({}, seconds),
    evaluated: (seconds) => evaluations.observe({}, seconds),
  };
}
