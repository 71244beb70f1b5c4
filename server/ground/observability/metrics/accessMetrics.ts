import { doublingBuckets } from "../registry/doublingBuckets.ts";
import type { MetricRegistry } from "../registry/metricRegistry.ts";

/** Seconds: from one millisecond on, each bound twice the previous one. */
const BUCKETS = doublingBuckets(0.001, 15);

/** Counts and durations of authentication and authorization, under the reference's names. */
export function accessMetrics(registry: MetricRegistry) {
  return {
    authentications: registry.counter({
      name: "authentication_attempts",
      help: "Authentication attempts by result: success or failure.",
      stability: "ALPHA",
      labelNames: ["result"],
    }),
    authenticationDuration: registry.histogram({
      name: "authentication_duration_seconds",
      help: "Time to find out who asks, by result.",
      stability: "ALPHA",
      labelNames: ["result"],
      buckets: BUCKETS,
    }),
    authorizations: registry.counter({
      name: "authorization_attempts_total",
      help: "Authorized requests by result: allowed, denied, no-opinion, or error.",
      stability: "ALPHA",
      labelNames: ["result"],
    }),
    authorizationDuration: registry.histogram({
      name: "authorization_duration_seconds",
      help: "Time to authorize a request, by result.",
      stability: "ALPHA",
      labelNames: ["result"],
      buckets: [
        0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384,
      ],
    }),
  };
}
