import { doublingBuckets } from "../../../ground/observability/registry/doublingBuckets.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { NoteCall } from "../../../store/storage/encryption/kms/kmsConnection.ts";

/** Bounds from a tenth of a millisecond on, each twice the previous one. */
const BUCKETS = doublingBuckets(0.0001, 15);

/**
 * Times calls to key management plug-ins, under the reference's name.
 * @returns a function that creates the observer of one plug-in
 */
export function kmsMetrics(registry: MetricRegistry): (plugin: string) => NoteCall {
  const duration = registry.histogram({
    stability: "ALPHA",
    name: "apiserver_envelope_encryption_kms_operations_latency_seconds",
    help: "Time that key management plug-ins take to answer.",
    labelNames: ["provider_name", "method_name", "grpc_status_code"],
    buckets: BUCKETS,
  });
  return (plugin) => (method, code, seconds) =>
    duration.observe({ provider_name: plugin, method_name: method, grpc_status_code: code }, seconds);
}
