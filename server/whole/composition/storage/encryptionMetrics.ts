import {
  type ReloadStatus,
  reloadMetrics,
  SERVER_ID_HASH,
} from "../../../ground/observability/metrics/reloadMetrics.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

/** The reference's metrics about the file, including the two older counters, which are hidden by now. */
export function encryptionMetrics(registry: MetricRegistry, now: () => number): (status: ReloadStatus) => void {
  const prefix = "apiserver_encryption_config_controller_automatic_reload";
  const record = reloadMetrics(registry, "encryption", now);
  const shared = { stability: "ALPHA", deprecatedIn: "1.30.0", labelNames: ["apiserver_id_hash"] } as const;
  const older = {
    success: registry.counter({
      name: `${prefix}_success_total`,
      help: "Successful reloads of the encryption configuration.",
      ...shared,
    }),
    failure: registry.counter({
      name: `${prefix}_failures_total`,
      help: "Failed reloads of the encryption configuration.",
      ...shared,
    }),
  };
  return (status) => {
    record(status);
    older[status].inc({ apiserver_id_hash: SERVER_ID_HASH });
  };
}
