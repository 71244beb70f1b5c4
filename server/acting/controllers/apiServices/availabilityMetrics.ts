import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { Finding } from "./checkAvailability.ts";

/** Which API services cannot be reached, under the reference's names. */
export interface AvailabilityMetrics {
  found(name: string, finding: Finding): void;
  forget(name: string): void;
}

export function availabilityMetrics(registry: MetricRegistry): AvailabilityMetrics {
  const unavailable = registry.gauge({
    stability: "ALPHA",
    name: "aggregator_unavailable_apiservice",
    help: "API services that are marked as unavailable, by name.",
    labelNames: ["name"],
  });
  const total = registry.counter({
    stability: "ALPHA",
    name: "aggregator_unavailable_apiservice_total",
    help: "Times that API services were marked as unavailable, by name and reason.",
    labelNames: ["name", "reason"],
  });
  const reasons = new Map<string, string>();
  return {
    found(name, { status, reason }) {
      const isThere = status === "True";
      unavailable.set({ name }, isThere ? 0 : 1);
      if (!isThere && reasons.get(name) !== reason) total.inc({ name, reason });
      reasons.set(name, reason);
    },
    forget(name) {
      unavailable.remove({ name });
      reasons.delete(name);
    },
  };
}
