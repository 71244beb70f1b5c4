import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { standardErrorLog } from "./logWriter.ts";

/** The metrics of one server, under the reference's names. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: "apiserver_request_total",
    help: "Requests by verb, group, version, resource, scope and response code.",
    labelNames: ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component", "code"],
    registers: [this.registry],
  });
  readonly duration = new Histogram({
    name: "apiserver_request_duration_seconds",
    help: "Time to answer a request (watches excluded).",
    labelNames: ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"],
    buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
    registers: [this.registry],
  });
  readonly inFlight = new Gauge({
    name: "apiserver_current_inflight_requests",
    help: "Requests being answered, by kind: readOnly or mutating.",
    labelNames: ["request_kind"],
    registers: [this.registry],
  });
  readonly longRunning = new Gauge({
    name: "apiserver_longrunning_requests",
    help: "Open watches and other long-running requests.",
    labelNames: ["verb", "group", "version", "resource", "subresource", "scope", "component"],
    registers: [this.registry],
  });
  readonly deprecatedRequests = new Gauge({
    name: "apiserver_requested_deprecated_apis",
    help: "Deprecated versions that were asked for, by group, version, resource, subresource and the release without them.",
    labelNames: ["group", "version", "resource", "subresource", "removed_release"],
    registers: [this.registry],
  });
  readonly authentications = new Counter({
    name: "authentication_attempts",
    help: "Authentication attempts by result: success, failure, or none for anonymous requests.",
    labelNames: ["result"],
    registers: [this.registry],
  });
  readonly authorizations = new Counter({
    name: "authorization_attempts_total",
    help: "Authorized requests by result: allowed, denied, no-opinion, or error.",
    labelNames: ["result"],
    registers: [this.registry],
  });
  readonly authorizationDuration = new Histogram({
    name: "authorization_duration_seconds",
    help: "Time to authorize a request, by result.",
    labelNames: ["result"],
    buckets: [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384],
    registers: [this.registry],
  });
  readonly storageObjects = new Gauge({
    name: "apiserver_storage_objects",
    help: "Stored objects by resource.",
    labelNames: ["resource"],
    registers: [this.registry],
  });
  readonly storageSize = new Gauge({
    name: "apiserver_storage_size_bytes",
    help: "Bytes that the storage takes on disk.",
    registers: [this.registry],
  });

  /** Of the process, like its CPU seconds: all servers in it log to the same place. */
  readonly logLinesDropped = new Counter({
    name: "apiserver_log_lines_dropped_total",
    help: "Lines of the log that could not be written.",
    registers: [this.registry],
    collect() {
      this.reset();
      this.inc(standardErrorLog().dropped);
    },
  });
  readonly followerFailures = new Counter({
    name: "apiserver_cache_follower_failures_total",
    help: "Times that something inside the server failed on a change of an object, by resource.",
    labelNames: ["resource"],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** The exposition text. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
