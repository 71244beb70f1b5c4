import { type AuditEvent, type StagedEvent, stagedEvent } from "../auditEvent.ts";
import type { AuditSink, SinkFailed } from "../sinks/auditSink.ts";

/** A minimal event. */
export function staged(auditID: string, more: Partial<AuditEvent> = {}): StagedEvent {
  const event: AuditEvent = {
    level: "Metadata",
    auditID,
    stage: "ResponseComplete",
    requestURI: "/api/v1/pods",
    verb: "list",
    user: { username: "alice", groups: ["dev", "qa"] },
    sourceIPs: ["10.0.0.1"],
    userAgent: "test/1",
    requestReceivedTimestamp: "2026-01-02T03:04:05.120000Z",
    stageTimestamp: "2026-01-02T03:04:05.130000Z",
    annotations: {},
    ...more,
  };
  return stagedEvent(event, "audit.k8s.io");
}

/** A sink that records the ids of received events, batch by batch. */
export function memorySink(): AuditSink & { readonly batches: string[][] } {
  const batches: string[][] = [];
  return {
    batches,
    process(events) {
      batches.push(events.map(({ event }) => event.auditID));
      return true;
    },
    close: async () => {},
  };
}

/** Records failures as `plugin message: ids`. */
export function failures(): { readonly seen: string[]; readonly onFailure: SinkFailed } {
  const seen: string[] = [];
  return {
    seen,
    onFailure: (plugin, error, lost) => {
      seen.push(`${plugin} ${(error as Error).message}: ${lost.map(({ event }) => event.auditID).join()}`);
    },
  };
}
