import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/**
 * Registers the reference's metric of the remaining lifetime of client certificates.
 * @returns records one, in seconds
 */
export function certificateMetrics(registry: MetricRegistry): (left: number) => void {
  const left = registry.histogram({
    stability: "ALPHA",
    name: "apiserver_client_certificate_expiration_seconds",
    help: "How long the certificates are still valid with which clients authenticate.",
    buckets: [
      0,
      HOUR / 2,
      HOUR,
      2 * HOUR,
      6 * HOUR,
      DAY / 2,
      DAY,
      2 * DAY,
      4 * DAY,
      7 * DAY,
      MONTH,
      3 * MONTH,
      6 * MONTH,
      12 * MONTH,
    ],
  });
  return (seconds) => left.observe({}, seconds);
}
