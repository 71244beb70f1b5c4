import { useEffect, useMemo, useState } from "react";
import { createRingBuffer, type RingBuffer } from "../../api/requests/ringBuffer.ts";
import { type FeedPhase, followAudit } from "./auditFeed.ts";
import { type AuditRow, ROW_WEIGHING, rowOf } from "./auditView.ts";

/** Maximum number of events kept on the page, the same as on the host. */
const EVENTS_KEPT = 5000;

/** The audit log of a sandbox, live. */
export function useAuditFeed(cluster: string): { phase: FeedPhase; buffer: RingBuffer<AuditRow> } {
  const [phase, setPhase] = useState<FeedPhase>("opening");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cluster has a buffer of its own
  const buffer = useMemo(
    () => createRingBuffer<AuditRow>(EVENTS_KEPT, (run) => requestAnimationFrame(run), ROW_WEIGHING),
    [cluster],
  );
  useEffect(() => {
    const origin = location.origin.replace(/^http/, "ws");
    return followAudit(`${origin}/host/clusters/${cluster}/audit`, {
      phase: setPhase,
      events: (events) => {
        for (const placed of events) buffer.push(rowOf(placed));
      },
    });
  }, [cluster, buffer]);
  return { phase, buffer };
}
