import type { StagedEvent } from "../auditEvent.ts";

/** A destination of events. */
export interface AuditSink {
  /**
   * Processes events. Failures are counted and logged by the sink itself.
   * @returns false when the caller should treat the events as not recorded; a promise only when that takes time
   */
  process(events: readonly StagedEvent[]): boolean | Promise<boolean>;
  /** Writes pending events, and closes files and connections. */
  close(): Promise<void>;
}

/** Counts and logs events that a part of the audit log has lost. @param plugin the part: `log`, `webhook`, `buffered` … */
export type SinkFailed = (plugin: string, error: unknown, lost: readonly StagedEvent[]) => void;

/** Whether all parts were recorded; a promise only if one of them is. */
export function allRecorded(parts: readonly (boolean | Promise<boolean>)[]): boolean | Promise<boolean> {
  if (parts.every((part) => typeof part === "boolean")) return parts.every((recorded) => recorded);
  return Promise.all(parts).then((recorded) => recorded.every((one) => one));
}

/** Sends all events to all sinks. An event counts as recorded when every sink has recorded it. */
export function toAll(sinks: readonly AuditSink[]): AuditSink {
  const [only] = sinks;
  if (only !== undefined && sinks.length === 1) return only;
  return {
    process: (events) => allRecorded(sinks.map((sink) => sink.process(events))),
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

/** Mode `blocking`: waits for the sink, but never fails a request. */
export function neverFailing(sink: AuditSink): AuditSink {
  return {
    process(events) {
      const recorded = sink.process(events);
      return typeof recorded === "boolean" ? true : recorded.then(() => true);
    },
    close: () => sink.close(),
  };
}
