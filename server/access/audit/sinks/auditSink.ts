import type { StagedEvent } from "../auditEvent.ts";

/** Where events go. */
export interface AuditSink {
  /**
   * Takes events over. Failures are counted and logged where they happen.
   * @returns whether all were recorded, as far as the caller has to know; a promise only where that takes time
   */
  process(events: readonly StagedEvent[]): boolean | Promise<boolean>;
  /** Writes what is still waiting, and lets go of files and connections. */
  close(): Promise<void>;
}

/** Counts and logs events that a part of the audit log has lost. @param plugin the part: `log`, `webhook`, `buffered` … */
export type SinkFailed = (plugin: string, error: unknown, lost: readonly StagedEvent[]) => void;

/** Whether every part was recorded; a promise only where one of them takes time. */
export function allRecorded(parts: readonly (boolean | Promise<boolean>)[]): boolean | Promise<boolean> {
  if (parts.every((part) => typeof part === "boolean")) return parts.every((recorded) => recorded);
  return Promise.all(parts).then((recorded) => recorded.every((one) => one));
}

/** Sends all events to all sinks; an event counts as recorded when every sink has recorded it. */
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

/** Mode `blocking`: waits for the sink, but no request fails because of it. */
export function neverFailing(sink: AuditSink): AuditSink {
  return {
    process(events) {
      const recorded = sink.process(events);
      return typeof recorded === "boolean" ? true : recorded.then(() => true);
    },
    close: () => sink.close(),
  };
}
