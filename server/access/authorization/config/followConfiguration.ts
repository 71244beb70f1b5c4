import { reloadMetrics } from "../../../ground/observability/metrics/reloadMetrics.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { readRegularFile } from "../../../ground/settings/readTextFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { loadConfiguration } from "./loadConfiguration.ts";
import type { AuthorizationPlan } from "./plan.ts";
import type { AuthorizerSettings } from "./settings.ts";

export interface ConfigurationFollower {
  readonly schema: Schema;
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Applies changed settings; when it rejects, the previous ones stay. */
  readonly use: (settings: readonly AuthorizerSettings[]) => Promise<void>;
  /** Called once for each unusable content. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two checks of the file; changes are seen at once where files can be watched. */
const INTERVAL = 60_000;

/**
 * Follows the configuration file of a plan. Webhooks may be added, removed and changed; the built-in types must stay.
 * @returns the reloader, which is not started yet
 */
export function followConfiguration(
  authorizers: AuthorizationPlan["authorizers"],
  file: NonNullable<AuthorizationPlan["file"]>,
  { schema, registry, now, use, onError }: ConfigurationFollower,
): FileReload {
  const record = reloadMetrics(registry, "authorization", now);
  const mustStay = new Set(authorizers.map(({ type }) => type).filter((type) => type !== "Webhook"));
  let used = essence(authorizers);
  return new FileReload(file.text, {
    interval: INTERVAL,
    watch: file.path,
    persistent: false,
    read: () => readRegularFile(file.path),
    async apply(text) {
      const settings = await loadConfiguration(text, schema, mustStay);
      // Equal settings in another notation are not a change.
      if (essence(settings) === used) return false;
      await use(settings);
      used = essence(settings);
      return true;
    },
    onReloaded: () => record("success"),
    onError(error) {
      record("failure");
      onError(error);
    },
  });
}

/** Equal for equal settings. */
const essence = (settings: readonly AuthorizerSettings[]): string =>
  JSON.stringify(
    settings.map((each) =>
      each.type === "Webhook"
        ? { ...each, webhook: { ...each.webhook, conditions: each.webhook.conditions.map(({ source }) => source) } }
        : each,
    ),
  );
