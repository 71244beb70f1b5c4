import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../registry/metricRegistry.ts";

/** Records the result of a health check. @param type the endpoint that ran it: `livez`, `readyz` or `healthz` */
export type ObserveHealthCheck = (name: string, type: string, healthy: boolean) => void;

/** The results of health checks, under the reference's names. */
export function healthMetrics(registry: MetricRegistry, vocabulary: Vocabulary): ObserveHealthCheck {
  const last = registry.gauge({
    name: vocabulary.render("{product}_healthcheck"),
    help: "Whether a health check succeeded the last time.",
    stability: "STABLE",
    labelNames: ["name", "type"],
  });
  const all = registry.counter({
    name: vocabulary.render("{product}_healthchecks_total"),
    help: "Health checks by result: success or error.",
    stability: "STABLE",
    labelNames: ["name", "type", "status"],
  });
  return (name, type, healthy) => {
    last.set({ name, type }, healthy ? 1 : 0);
    all.inc({ name, type, status: healthy ? "success" : "error" });
  };
}
