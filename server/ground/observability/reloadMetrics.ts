import { createHash } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";

export type ReloadStatus = "success" | "failure";

/** Label of every metric about reloads: which server of several it is. */
export const SERVER_ID_HASH = `sha256:${createHash("sha256").update("apiserver").digest("hex")}`;

/**
 * The reference's metrics about a configuration file that is followed: how often it was taken over, or could not be, and
 * when last.
 * @param what the configuration: `encryption`, `authentication`, `authorization`
 * @param now milliseconds since the epoch
 */
export function reloadMetrics(registry: Registry, what: string, now: () => number): (status: ReloadStatus) => void {
  const prefix = `apiserver_${what}_config_controller_automatic_reload`;
  const labelNames = ["status", "apiserver_id_hash"] as const;
  const registers = [registry];
  const reloads = new Counter({
    name: `${prefix}s_total`,
    help: `Reloads of the ${what} configuration by result.`,
    labelNames,
    registers,
  });
  const last = new Gauge({
    name: `${prefix}_last_timestamp_seconds`,
    help: `When the ${what} configuration was reloaded last, by result.`,
    labelNames,
    registers,
  });
  return (status) => {
    reloads.inc({ status, apiserver_id_hash: SERVER_ID_HASH });
    last.set({ status, apiserver_id_hash: SERVER_ID_HASH }, now() / 1000);
  };
}
