import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

/** Metrics of the token webhook with the reference's names. */
export const tokenWebhookMetrics = (registry: MetricRegistry) => ({
  requests: registry.counter({
    name: "apiserver_delegated_authn_request_total",
    help: "Requests to the token webhook, by status code or <error>.",
    stability: "ALPHA",
    labelNames: ["code"],
  }),
  lookups: registry.counter({
    name: "authentication_token_cache_request_total",
    help: "Questions about tokens that are for the webhook, by whether the answer was known: hit or miss.",
    stability: "ALPHA",
    labelNames: ["status"],
  }),
});
