import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { realClock } from "../../api/clock.ts";
import { nextFrame } from "../../api/frame.ts";
import { inBatches, type Outcome } from "../../api/inBatches.ts";
import { request } from "../../api/request.ts";
import type { ResourceRow } from "../../api/tableRow.ts";
import { whenNotBusy } from "../../api/whenNotBusy.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";

export interface Bulk {
  /** The rows to change: those of the first render. */
  items: readonly ResourceRow[];
  outcomes: Outcome<ResourceRow>[];
  busy: boolean;
  /** Whether all requests have ended. */
  finished: boolean;
  done: number;
  failed: number;
  run(): void;
  /** Sends no more requests, and waits for no answer. */
  stop(): void;
}

/**
 * As many concurrent requests as a browser sends to one host; a view that reads meanwhile waits for at most one of
 * them.
 */
const WIDTH = 6;

/**
 * Sends one request per row, several concurrently, and reports the outcomes at most once per frame. Repeats requests
 * that the server is too busy to accept, when its Retry-After permits.
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
  const abort = useRef<AbortController>(undefined);
  const latestPlan = useRef(plan);
  latestPlan.current = plan;
  useEffect(() => () => abort.current?.abort(), []);
  const run = useCallback(() => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setBusy(true);
    const send = (item: ResourceRow) =>
      whenNotBusy(() => request(cluster.id, { ...latestPlan.current(item), signal }), realClock, signal);
    void inBatches(items, send, setOutcomes, { width: WIDTH, signal, schedule: nextFrame }).then(() => {
      setBusy(false);
      setFinished(true);
      void queries.invalidateQueries({ queryKey: ["dependents", cluster.id] });
    });
  }, [items, cluster.id, queries]);
  return {
    items,
    outcomes,
    busy,
    finished,
    done: outcomes.filter((one) => one.state === "done").length,
    failed: outcomes.filter((one) => one.state === "failed").length,
    run,
    stop: useCallback(() => abort.current?.abort(), []),
  };
}
