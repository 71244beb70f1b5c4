import type { StagedEvent } from "../auditEvent.ts";

/** Where events go. */
export interface AuditSink {
  /**
   * Takes events over. Failures are counted and logged where they happen.
   * @returns whether all were recorded, as far as whoever asks has to know; a promise only where that takes time
   */
  process(events: readonly StagedEvent[]): boolean | Promise<boolean>;
  /** Writes what is still waiting, and lets go of files and connections. */
  close(): Promise<void>;
}

/** Counts and logs events that a part of the audit log has lost. @param plugin the part: `log`, `webhook`, `buffered` … */
export type SinkFailed = (plugin: string, error: unknown, lost: readonly StagedEvent[]) => void;

/** Sends everything to all; recorded is what all have recorded. */
export function toAll(sinks: readonly AuditSink[]): AuditSink {
  const [only] = sinks;
  if (only !== undefined && sinks.length === 1) return only;
  return {
    process(events) {
      const results = sinks.map((sink) => sink.process(events));
      if (results.every((result) => typeof result === "boolean")) return results.every((recorded) => recorded);
      return Promise.all(results).then((recorded) => recorded.every((one) => one));
    },
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
