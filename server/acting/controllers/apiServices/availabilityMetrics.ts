import { Counter, Gauge, type Registry } from "prom-client";
import type { Finding } from "./checkAvailability.ts";

/** Which API services cannot be reached, under the reference's names. */
export interface AvailabilityMetrics {
  found(name: string, finding: Finding): void;
  forget(name: string): void;
}

export function availabilityMetrics(registry: Registry): AvailabilityMetrics {
  const unavailable = new Gauge({
    name: "aggregator_unavailable_apiservice",
    help: "API services that are marked as unavailable, by name.",
    labelNames: ["name"],
    registers: [registry],
  });
  const total = new Counter({
    name: "aggregator_unavailable_apiservice_total",
    help: "Times that API services were marked as unavailable, by name and reason.",
    labelNames: ["name", "reason"],
    registers: [registry],
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
