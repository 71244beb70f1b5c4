import { resolve } from "node:path";
import { aggregateText } from "../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import type { Log } from "../../ground/observability/log/log.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import { OptionError, orOptionError } from "../../ground/settings/optionError.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import type { Schema } from "../../model/schema/schema.ts";
import { readServerAccess } from "../kubeconfig/readServerAccess.ts";
import { createWebhookClient } from "../webhook/webhookClient.ts";
import { type AuditFilters, auditFilters } from "./auditFilters.ts";
import { auditMetrics } from "./auditMetrics.ts";
import { deliveryOf } from "./deliveryFlags.ts";
import { type AuditOptions, checkAuditFlags, type LogFormat } from "./flags.ts";
import { policyEvaluator } from "./policy.ts";
import { loadAuditPolicy } from "./policyFile.ts";
import { type AuditSink, type SinkFailed, toAll } from "./sinks/auditSink.ts";
import { type DeliveryParts, delivered } from "./sinks/delivered.ts";
import { logSink } from "./sinks/logSink.ts";
import { type RecentEvents, recentEvents } from "./sinks/recentEvents.ts";
import { rotatingFile } from "./sinks/rotatingFile.ts";
import { streamLines } from "./sinks/streamLines.ts";
import { webhookSink } from "./sinks/webhookSink.ts";

/** The audit log of a server. */
export interface Audit {
  /** Undefined when nothing is recorded; the filter chain then has no audit filters. */
  readonly filters?: AuditFilters;
  /** The latest events, if the options request them. */
  readonly recent?: RecentEvents;
  /** The file of the log, if there is one whose events can be read back. */
  readonly logFile?: string;
  /** Writes pending events. Call it when no request is under way any more. */
  close(): Promise<void>;
}

/** What is recorded and where: the flags, and settings for code that composes a server. */
export interface AuditSettings extends AuditOptions {
  /** Limits of the events kept in memory. Default: none are kept. */
  readonly auditMemory?: { readonly maxEvents: number; readonly maxSize: number };
}

export interface AuditSetUp {
  readonly schema: Schema;
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Log, "error" | "warn">;
}

const MEGABYTE = 1024 * 1024;
/** Default size of a log file in megabytes. */
const DEFAULT_SIZE = 100;
/** Milliseconds that a stopping server waits for a webhook to accept the last events. */
const STOP_TIMEOUT = 2000;

/** Reads the policy and opens the destinations. @throws OptionError */
export async function setUpAudit(options: AuditSettings, parts: AuditSetUp): Promise<Audit> {
  const { schema, registry, now, log } = parts;
  const { vocabulary } = schema;
  const faults = checkAuditFlags(options, vocabulary);
  if (faults.length > 0) throw new OptionError(aggregateText(faults));
  const { auditPolicyFile } = options;
  if (auditPolicyFile === undefined) return { close: async () => {} };
  const policy = policyEvaluator(await loadAuditPolicy(auditPolicyFile, schema, (text) => log.warn(text)));
  const metrics = auditMetrics(registry);
  const failed: SinkFailed = (plugin, error, lost) => {
    metrics.failed(plugin, lost.length);
    log.error({ err: error, plugin, events: lost.map(({ event }) => event.auditID).slice(0, 10) }, "audit events lost");
  };
  const delivery: DeliveryParts = { timers: systemTimers, now, onFailure: failed, group: vocabulary.render(GROUP) };
  const stop = new AbortController();
  const recent = options.auditMemory === undefined ? undefined : recentEvents(options.auditMemory);
  const sinks: AuditSink[] = [
    ...(recent === undefined ? [] : [recent]),
    ...(options.auditLogPath ? [openLog(options.auditLogPath, options, delivery, log)] : []),
    ...(options.auditWebhookConfigFile === undefined
      ? []
      : [await openWebhook(options.auditWebhookConfigFile, options, delivery, stop.signal)]),
  ];
  if (sinks.length === 0) return { close: async () => {} };
  const sink = toAll(sinks);
  return {
    filters: auditFilters({ policy, schema, vocabulary, sink, now, metrics, onEvent: metrics.event }),
    ...(recent === undefined ? {} : { recent }),
    ...(isReadable(options) ? { logFile: resolve(options.auditLogPath ?? "") } : {}),
    async close() {
      const cancel = systemTimers.after(STOP_TIMEOUT, () => stop.abort());
      await sink.close();
      cancel();
    },
  };
}

/** Whether the log is a file, in the format that contains whole events. */
const isReadable = ({ auditLogPath = "", auditLogFormat }: AuditOptions): boolean =>
  auditLogPath !== "" && auditLogPath !== "-" && auditLogFormat === "json";

const GROUP = "audit.{domain}";

function openLog(path: string, options: AuditOptions, parts: DeliveryParts, log: AuditSetUp["log"]): AuditSink {
  const open = () =>
    path === "-"
      ? streamLines(process.stdout)
      : rotatingFile({
          path: resolve(path),
          maxSize: (options.auditLogMaxsize || DEFAULT_SIZE) * MEGABYTE,
          maxBackups: options.auditLogMaxbackup,
          maxAge: options.auditLogMaxage,
          compress: options.auditLogCompress,
          now: parts.now,
          onError: (error) => log.error({ err: error }, "old audit logs left as they are"),
        });
  const writer = orOptionError(open, "--audit-log-path");
  return delivered(
    logSink(writer, options.auditLogFormat as LogFormat, parts.onFailure),
    deliveryOf("log", options),
    parts,
  );
}

async function openWebhook(
  file: string,
  options: AuditOptions,
  parts: DeliveryParts,
  signal: AbortSignal,
): Promise<AuditSink> {
  try {
    const client = createWebhookClient(await readServerAccess(file));
    const settings = { initialBackoff: options.auditWebhookInitialBackoff, group: parts.group, retry: { signal } };
    return delivered(webhookSink(client, settings, parts.onFailure), deliveryOf("webhook", options), parts);
  } catch (error) {
    throw new OptionError(`initializing audit webhook: ${messageOf(error)}`);
  }
}
