import { atLeast, type StagedEvent, stagedEvent } from "../auditEvent.ts";
import { type AuditSink, allRecorded, type SinkFailed } from "./auditSink.ts";

export interface TruncationOptions {
  /** Maximum size of one event, in bytes. */
  readonly maxEventSize: number;
  /** Maximum size of a batch, in bytes. */
  readonly maxBatchSize: number;
  /** `audit.{domain}`, rendered. */
  readonly group: string;
}

/** Removes the bodies from events that are too large, drops those that still are, and splits batches. */
export function truncating(sink: AuditSink, options: TruncationOptions, onFailure: SinkFailed): AuditSink {
  const { maxEventSize, maxBatchSize, group } = options;
  const cut = (staged: StagedEvent): StagedEvent => {
    if (sizeOf(staged) <= maxEventSize || !atLeast(staged.event.level, "Request")) return staged;
    const { requestObject: _sent, responseObject: _answered, annotations, ...event } = staged.event;
    return stagedEvent({ ...event, annotations: { ...annotations, [`${group}/truncated`]: "true" } }, group);
  };
  return {
    process(events) {
      const all = events.map(cut);
      const lost = all.filter((staged) => sizeOf(staged) > maxEventSize);
      if (lost.length > 0) onFailure("truncate", new Error("event is too large even after truncating"), lost);
      const kept = all.filter((staged) => sizeOf(staged) <= maxEventSize);
      return allRecorded(batches(kept, maxBatchSize).map((batch) => sink.process(batch)));
    },
    close: () => sink.close(),
  };
}

const sizeOf = ({ json }: StagedEvent): number => Buffer.byteLength(json);

function batches(events: readonly StagedEvent[], limit: number): StagedEvent[][] {
  const found: StagedEvent[][] = [];
  let size = 0;
  for (const staged of events) {
    const bytes = sizeOf(staged);
    const last = found.at(-1);
    if (last === undefined || size + bytes > limit) {
      found.push([staged]);
      size = bytes;
    } else {
      last.push(staged);
      size += bytes;
    }
  }
  return found;
}
