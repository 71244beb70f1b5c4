import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { booleanFlag, durationFlag, type FlagGroup, fileFlag, textFlag } from "../../ground/settings/flag.ts";
import {
  anyNumberFlag,
  anyWordFlag,
  DELIVERY_MODES,
  type Delivery,
  type DeliveryName,
  type DeliveryOptions,
  deliveryFlags,
  deliveryOf,
  LOG_DEFAULTS,
  WEBHOOK_DEFAULTS,
} from "./deliveryFlags.ts";

/** What is recorded about requests, and where. Without a policy nothing is recorded. */
export type AuditOptions = DeliveryOptions<"log"> &
  DeliveryOptions<"webhook"> & {
    /** Path of the policy file. */
    readonly auditPolicyFile?: string | undefined;
    /** Path of the log file, or `-` for standard output. */
    readonly auditLogPath?: string | undefined;
    /** A {@link LogFormat} once it is validated. */
    readonly auditLogFormat: string;
    /** Days for which rotated files are kept; 0 for ever. */
    readonly auditLogMaxage: number;
    /** Number of rotated files to keep; 0 for all. */
    readonly auditLogMaxbackup: number;
    /** Size in megabytes at which the log is rotated; 0 for 100. */
    readonly auditLogMaxsize: number;
    /** Whether rotated files are compressed. */
    readonly auditLogCompress: boolean;
    /** Path of a client configuration file (kubeconfig format). */
    readonly auditWebhookConfigFile?: string | undefined;
    /** Milliseconds before the first retry. */
    readonly auditWebhookInitialBackoff: number;
  };

const LOG_FORMATS = ["legacy", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const auditFlags: FlagGroup<AuditOptions> = {
  auditPolicyFile: fileFlag("audit-policy-file", "which requests are recorded, and how much of them (Policy)"),
  auditLogPath: textFlag("audit-log-path", {
    argument: "<file>",
    about: "where events are recorded, one a line; - for standard output",
    default: undefined,
  }),
  auditLogFormat: anyWordFlag("audit-log-format", "<format>", `form of the lines: ${LOG_FORMATS.join(" or ")}`, "json"),
  auditLogMaxage: anyNumberFlag("audit-log-maxage", "<days>", "days that old log files are kept; 0 for ever", 0),
  auditLogMaxbackup: anyNumberFlag("audit-log-maxbackup", "<files>", "old log files that are kept; 0 for all", 0),
  auditLogMaxsize: anyNumberFlag("audit-log-maxsize", "<megabytes>", "when a log file is put aside; 0 for 100", 0),
  auditLogCompress: booleanFlag("audit-log-compress", "compress old log files", false),
  ...deliveryFlags("log", LOG_DEFAULTS),
  auditWebhookConfigFile: fileFlag(
    "audit-webhook-config-file",
    "client configuration (kubeconfig format) of a service that events are sent to",
  ),
  auditWebhookInitialBackoff: durationFlag(
    "audit-webhook-initial-backoff",
    "how long to wait before events are sent once more",
    { default: "10s" },
  ),
  ...deliveryFlags("webhook", WEBHOOK_DEFAULTS),
};

/** Errors of the combination of flags, in the reference's words. Settings of unused destinations are not validated. */
export function checkAuditFlags(options: AuditOptions, vocabulary: Vocabulary): string[] {
  return [
    ...(options.auditLogPath ? checkLog(options, vocabulary) : []),
    ...(options.auditWebhookConfigFile === undefined
      ? []
      : checkDelivery("webhook", deliveryOf("webhook", options), vocabulary)),
  ];
}

function checkLog(options: AuditOptions, vocabulary: Vocabulary): string[] {
  const { auditLogFormat: format } = options;
  const counts = { maxage: options.auditLogMaxage, maxbackup: options.auditLogMaxbackup };
  return [
    ...checkDelivery("log", deliveryOf("log", options), vocabulary),
    ...(LOG_FORMATS.some((known) => known === format)
      ? []
      : [`invalid audit log format ${format}, allowed formats are ${JSON.stringify(LOG_FORMATS.join(","))}`]),
    ...Object.entries({ ...counts, maxsize: options.auditLogMaxsize }).flatMap(([name, value]) =>
      value < 0 ? [`--audit-log-${name} ${value} can't be a negative number`] : [],
    ),
  ];
}

function checkDelivery(place: DeliveryName, delivery: Delivery, vocabulary: Vocabulary): string[] {
  const version = vocabulary.render("audit.{domain}/v1");
  return [
    ...checkBatches(place, delivery),
    ...checkTruncation(place, delivery),
    // The flag's default is a template, so render it.
    ...(vocabulary.render(delivery.version) === version
      ? []
      : [`invalid group version, allowed versions are [${JSON.stringify(version)}]`]),
  ];
}

/** Returns at most one error: the first that applies. */
function checkBatches(place: DeliveryName, delivery: Delivery): string[] {
  if (!DELIVERY_MODES.some((mode) => mode === delivery.mode)) {
    const allowed = JSON.stringify(DELIVERY_MODES.join(","));
    return [`invalid audit ${place} mode ${delivery.mode}, allowed modes are ${allowed}`];
  }
  if (delivery.mode !== "batch") return [];
  const sizes: [string, number][] = [
    ["buffer size", delivery.batchBufferSize],
    ["max batch size", delivery.batchMaxSize],
    ...(delivery.batchThrottleEnable
      ? ([
          ["throttle QPS", delivery.batchThrottleQps],
          ["throttle burst", delivery.batchThrottleBurst],
        ] as [string, number][])
      : []),
  ];
  const wrong = sizes.find(([, value]) => value <= 0);
  return wrong === undefined ? [] : [`invalid audit batch ${place} ${wrong[0]} ${wrong[1]}, must be a positive number`];
}

function checkTruncation(place: DeliveryName, delivery: Delivery): string[] {
  const { truncateMaxEventSize: event, truncateMaxBatchSize: batch } = delivery;
  const prefix = `invalid audit truncate ${place}`;
  if (event <= 0) return [`${prefix} max event size ${event}, must be a positive number`];
  if (batch >= event) return [];
  return [`${prefix} max batch size ${batch}, must be greater than max event size (${event})`];
}
