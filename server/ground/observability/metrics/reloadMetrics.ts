import { createHash } from "node:crypto";
import type { MetricRegistry } from "../registry/metricRegistry.ts";

export type ReloadStatus = "success" | "failure";

/** Label of every metric about reloads: identifies the server among several. */
export const SERVER_ID_HASH = `sha256:${createHash("sha256").update("apiserver").digest("hex")}`;

/**
 * The reference's metrics about a configuration file that is followed: how often it was reloaded, or failed to reload,
 * and when it last happened.
 * @param subject the configuration: `encryption`, `authentication`, `authorization`
 * @param now milliseconds since the epoch
 */
export function reloadMetrics(
  registry: MetricRegistry,
  subject: string,
  now: () => number,
): (status: ReloadStatus) => void {
  const prefix = `apiserver_${subject}_config_controller_automatic_reload`;
  const labelNames = ["status", "apiserver_id_hash"] as const;
  const reloads = registry.counter({
    stability: "ALPHA",
    name: `${prefix}s_total`,
    help: `Reloads of the ${subject} configuration by result.`,
    labelNames,
  });
  const last = registry.gauge({
    stability: "ALPHA",
    name: `${prefix}_last_timestamp_seconds`,
    help: `When the ${subject} configuration was reloaded last, by result.`,
    labelNames,
  });
  return (status) => {
    reloads.inc({ status, apiserver_id_hash: SERVER_ID_HASH });
    last.set({ status, apiserver_id_hash: SERVER_ID_HASH }, now() / 1000);
  };
}
