import { ApiError } from "../../../../shared/status.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { WebhookCallError } from "./callError.ts";
import type { Webhook } from "./webhook.ts";

/** Metrics about calls of admission webhooks. */
export interface WebhookMetrics {
  /** Records one call. @param seconds its duration @param error what it threw */
  called(webhook: Webhook, request: AdmissionRequest, seconds: number, error: unknown): void;
}

/** @param type `admit` for mutating webhooks, `validating` for the others: the value of the label */
export type WebhookMetricsFor = (type: "admit" | "validating") => WebhookMetrics;

export const noWebhookMetrics: WebhookMetricsFor = () => ({ called: () => undefined });

/** Registers the reference's metrics. May be called only once per registry. */
export function webhookMetrics(registry: MetricRegistry): WebhookMetricsFor {
  const duration = registry.histogram({
    stability: "STABLE",
    name: "apiserver_admission_webhook_admission_duration_seconds",
    help: "Time that admission webhooks took to answer, by name, type and operation.",
    labelNames: ["name", "type", "operation", "rejected"],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
  });
  const requests = registry.counter({
    stability: "ALPHA",
    name: "apiserver_admission_webhook_request_total",
    help: "Calls of admission webhooks, by name, type, operation and status code.",
    labelNames: ["name", "type", "operation", "code", "rejected"],
  });
  const rejections = registry.counter({
    stability: "ALPHA",
    name: "apiserver_admission_webhook_rejection_count",
    help: "Requests that admission webhooks refused, or that failed because of them.",
    labelNames: ["name", "type", "operation", "error_type", "rejection_code"],
  });
  const open = registry.counter({
    stability: "ALPHA",
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Calls of admission webhooks that failed and were ignored.",
    labelNames: ["name", "type"],
  });
  return (type) => ({
    called({ name, failurePolicy }, { operation }, seconds, error) {
      const failed = error instanceof WebhookCallError;
      const ignored = failed && failurePolicy === "Ignore";
      const rejected = error !== undefined && !ignored;
      const code = error === undefined ? 200 : failed || error instanceof ApiError ? error.code : 0;
      duration.observe({ name, type, operation, rejected: String(rejected) }, seconds);
      requests.inc({ name, type, operation, code: codeLabel(code), rejected: String(rejected) });
      if (ignored) open.inc({ name, type });
      if (!rejected) return;
      const error_type = failed
        ? "calling_webhook_error"
        : error instanceof ApiError
          ? "no_error"
          : "apiserver_internal_error";
      rejections.inc({ name, type, operation, error_type, rejection_code: codeLabel(code) });
    },
  });
}

/** Codes come from webhooks, so only valid ones become values of a label. */
const codeLabel = (code: number): string => String(code >= 0 && code <= 600 ? code : 600);
