import type { Delivery } from "../deliveryFlags.ts";
import { type AuditSink, neverFailing } from "./auditSink.ts";
import { type BatchParts, batching } from "./batching.ts";
import { truncating } from "./truncation.ts";

export interface DeliveryParts extends BatchParts {
  /** `audit.{domain}`, rendered. */
  readonly group: string;
}

/** Wraps a sink according to the delivery flags: whether requests wait for it, and how it handles large events. */
export function delivered(sink: AuditSink, delivery: Delivery, parts: DeliveryParts): AuditSink {
  const waited = inMode(sink, delivery, parts);
  if (!delivery.truncateEnabled) return waited;
  const limits = { maxEventSize: delivery.truncateMaxEventSize, maxBatchSize: delivery.truncateMaxBatchSize };
  return truncating(waited, { ...limits, group: parts.group }, parts.onFailure);
}

function inMode(sink: AuditSink, delivery: Delivery, parts: BatchParts): AuditSink {
  if (delivery.mode === "blocking-strict") return sink;
  if (delivery.mode === "blocking") return neverFailing(sink);
  const { batchThrottleEnable, batchThrottleQps: perSecond, batchThrottleBurst: burst } = delivery;
  return batching(
    sink,
    {
      bufferSize: delivery.batchBufferSize,
      maxSize: delivery.batchMaxSize,
      maxWait: delivery.batchMaxWait,
      throttle: batchThrottleEnable ? { perSecond, burst } : undefined,
    },
    parts,
  );
}
