import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { realClock } from "../../api/clock.ts";
import { nextFrame } from "../../api/frame.ts";
import { inBatches, type Outcome } from "../../api/requests/inBatches.ts";
import { isAbortError, request } from "../../api/requests/request.ts";
import { whenNotBusy } from "../../api/requests/whenNotBusy.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";

export interface Bulk {
  /** The rows to change, fixed at the first render. */
  items: readonly ResourceRow[];
  outcomes: Outcome<ResourceRow>[];
  busy: boolean;
  /** Whether all requests have ended. */
  finished: boolean;
  done: number;
  failed: number;
  /** Number of requests whose responses were not waited for: the server may have carried them out. */
  unanswered: number;
  /** Whether no more requests will be sent although some objects remain. */
  isStopped: boolean;
  run(): void;
  /** Sends no more requests, but waits for the responses to those already sent. */
  stop(): void;
  /** Stops waiting for responses as well. */
  abandon(): void;
}

/**
 * Number of concurrent requests, the maximum that a browser sends to one host; a view that reads meanwhile waits for at
 * most one of them.
 */
const WIDTH = 6;

/**
 * Sends one request per row, several concurrently, and reports the outcomes at most once per frame. Repeats requests
 * that the server is too busy to accept, after its Retry-After.
 */
export function useBulk(rows: readonly ResourceRow[], plan: (row: ResourceRow) => PlannedRequest): Bulk {
  const { cluster } = useClusterScope();
  const queries = useQueryClient();
  // Deleted rows disappear from the list, but their results must stay.
  const [items] = useState(() => [...rows]);
  const [outcomes, setOutcomes] = useState<Outcome<ResourceRow>[]>(() =>
    items.map((item) => ({ item, state: "waiting" })),
  );
  const [busy, setBusy] = useState(false);
  const [finished, setFinished] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const ends = useRef<{ sending: AbortController; waiting: AbortController }>(undefined);
  const latestPlan = useRef(plan);
  latestPlan.current = plan;
  const stop = useCallback(() => {
    ends.current?.sending.abort();
    setStopped(true);
  }, []);
  const abandon = useCallback(() => {
    stop();
    ends.current?.waiting.abort();
  }, [stop]);
  useEffect(() => abandon, [abandon]);
  const run = useCallback(() => {
    const [sending, waiting] = [new AbortController(), new AbortController()];
    ends.current = { sending, waiting };
    setStopped(false);
    setBusy(true);
    const send = (item: ResourceRow) =>
      whenNotBusy(
        () => request(cluster.id, { ...latestPlan.current(item), signal: waiting.signal }),
        realClock,
        sending.signal,
      );
    const options = { width: WIDTH, signal: sending.signal, schedule: nextFrame };
    void inBatches(items, send, setOutcomes, options).then(() => {
      setBusy(false);
      setFinished(true);
      void queries.invalidateQueries({ queryKey: ["dependents", cluster.id] });
    });
  }, [items, cluster.id, queries]);
  const failed = outcomes.filter((one) => one.state === "failed");
  const unanswered = failed.filter(({ error }) => error !== undefined && isAbortError(error)).length;
  return {
    items,
    outcomes,
    busy,
    finished,
    done: outcomes.filter((one) => one.state === "done").length,
    failed: failed.length - unanswered,
    unanswered,
    isStopped,
    run,
    stop,
    abandon,
  };
}
