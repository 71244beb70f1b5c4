import type { MetricRegistry } from "../registry/metricRegistry.ts";

const LABELS = ["verb", "group", "version", "resource", "subresource", "scope", "component"] as const;

/** Counts and durations of requests, under the reference's names. */
export function requestMetrics(registry: MetricRegistry) {
  return {
    requests: registry.counter({
      name: "apiserver_request_total",
      help: "Requests by verb, group, version, resource, scope and response code.",
      stability: "STABLE",
      labelNames: [...LABELS, "dry_run", "code"],
    }),
    duration: registry.histogram({
      name: "apiserver_request_duration_seconds",
      help: "Time to answer a request (watches excluded).",
      stability: "STABLE",
      labelNames: [...LABELS, "dry_run"],
      buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
    }),
    ownDuration: registry.histogram({
      name: "apiserver_request_sli_duration_seconds",
      help: "Time to answer a request, without what it waited for its turn and for webhooks (watches excluded).",
      stability: "ALPHA",
      labelNames: [...LABELS, "dry_run"],
      buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
    }),
    responseSizes: registry.histogram({
      name: "apiserver_response_sizes",
      help: "Bytes of answers to reads.",
      stability: "STABLE",
      labelNames: [...LABELS],
      buckets: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
    }),
    inFlight: registry.gauge({
      name: "apiserver_current_inflight_requests",
      help: "Requests being answered, by kind: readOnly or mutating.",
      stability: "STABLE",
      labelNames: ["request_kind"],
    }),
    largeBodiesWaiting: registry.gauge({
      name: "apiserver_large_bodies_waiting",
      help: "Requests with large bodies that wait for their turn.",
      stability: "INTERNAL",
    }),
    largeBodyWaits: registry.histogram({
      name: "apiserver_large_body_wait_duration_seconds",
      help: "Time that requests with large bodies have waited for their turn.",
      stability: "INTERNAL",
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    }),
    longRunning: registry.gauge({
      name: "apiserver_longrunning_requests",
      help: "Open watches and other long-running requests.",
      stability: "STABLE",
      labelNames: [...LABELS],
    }),
    deprecatedRequests: registry.gauge({
      name: "apiserver_requested_deprecated_apis",
      help: "Deprecated versions that were asked for, by group, version, resource, subresource and the release without them.",
      stability: "STABLE",
      labelNames: ["group", "version", "resource", "subresource", "removed_release"],
    }),
  };
}
