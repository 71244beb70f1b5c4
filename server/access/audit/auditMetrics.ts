import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { AUDIT_LEVELS, type AuditLevel } from "./auditEvent.ts";

/** Metrics of the audit log. */
export interface AuditMetrics {
  /** An event was sent to the sinks. */
  event(): void;
  /** The policy assigned a level to a request. */
  level(level: AuditLevel): void;
  /** A request was refused because it could not be recorded. */
  rejected(): void;
  /** A part of the audit log has lost events. */
  failed(plugin: string, events: number): void;
}

/** Registers the reference's metrics. May be called only once per registry. */
export function auditMetrics(registry: MetricRegistry): AuditMetrics {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    registry.counter({ stability: "ALPHA", name: `apiserver_audit_${name}`, help, labelNames });
  const events = counter("event_total", "Audit events generated and sent to where they are recorded.");
  const errors = counter("error_total", "Audit events that could not be recorded, by the part that failed.", [
    "plugin",
  ]);
  const levels = counter("level_total", "Requests by the audit level that the policy gives them.", ["level"]);
  const rejections = counter("requests_rejected_total", "Requests refused because they could not be recorded.");
  // Looked up once, because every request uses them.
  const byLevel = Object.fromEntries(AUDIT_LEVELS.map((level) => [level, levels.labels(level)]));
  return {
    event: () => events.inc(),
    level: (level) => byLevel[level]?.inc(),
    rejected: () => rejections.inc(),
    failed: (plugin, count) => errors.labels(plugin).inc(count),
  };
}
