import type { Counter } from "prom-client";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";

export type WebhookResult = "success" | "canceled" | "timeout" | "error";

/** Metrics of authorization with the reference's names. */
export interface AuthorizationMetrics {
  /** Returns the counters for the decisions of an authorizer; called once for each authorizer. */
  decisions(type: string, name: string): { readonly allowed: () => void; readonly denied: () => void };
  /** A webhook was called. */
  evaluated(name: string, result: WebhookResult, seconds: number): void;
  /** A webhook could not be called, and its failure policy leaves the decision to other authorizers. */
  failedOpen(name: string, result: WebhookResult): void;
  /** The match conditions of a webhook were evaluated. */
  matched(name: string, outcome: "asked" | "excluded" | "failed", seconds: number): void;
}

const PREFIX = "apiserver_authorization_";
const WEBHOOK = "Webhook";

export function createAuthorizationMetrics(registry: MetricRegistry): AuthorizationMetrics {
  const counter = <L extends string>(name: string, help: string, labelNames: L[]): Counter<L> =>
    registry.counter({ stability: "ALPHA", name: PREFIX + name, help, labelNames });
  const decided = counter("decisions_total", "Allowances and denials by authorizer.", ["type", "name", "decision"]);
  const evaluations = counter("webhook_evaluations_total", "Round-trips to authorization webhooks.", [
    "name",
    "result",
  ]);
  const open = counter(
    "webhook_evaluations_fail_open_total",
    "Webhooks that could not be asked, and were passed over.",
    ["name", "result"],
  );
  const durations = registry.histogram({
    stability: "ALPHA",
    name: `${PREFIX}webhook_duration_seconds`,
    help: "Time that authorization webhooks take.",
    labelNames: ["name", "result"],
  });
  const condition = "match_condition_";
  const excluded = counter(`${condition}exclusions_total`, "Webhooks not asked because of a condition.", [
    "type",
    "name",
  ]);
  const failed = counter(`${condition}evaluation_errors_total`, "Conditions that failed.", ["type", "name"]);
  const seconds = registry.histogram({
    stability: "ALPHA",
    name: `${PREFIX}${condition}evaluation_seconds`,
    help: "Time that the conditions of a webhook take.",
    labelNames: ["type", "name"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
  });
  return {
    decisions(type, name) {
      // Look up the labels now, so that the hot path only counts.
      const allowed = decided.labels(type, name, "allowed");
      const denied = decided.labels(type, name, "denied");
      return { allowed: () => allowed.inc(), denied: () => denied.inc() };
    },
    evaluated(name, result, took) {
      evaluations.inc({ name, result });
      durations.observe({ name, result }, took);
    },
    failedOpen: (name, result) => open.inc({ name, result }),
    matched(name, outcome, took) {
      const labels = { type: WEBHOOK, name };
      seconds.observe(labels, took);
      if (outcome === "excluded") excluded.inc(labels);
      if (outcome === "failed") failed.inc(labels);
    },
  };
}
