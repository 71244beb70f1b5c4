import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { inBatches, type Outcome } from "../../api/inBatches.ts";
import { request } from "../../api/request.ts";
import type { ResourceRow } from "../../api/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";

export interface Bulk {
  outcomes: Outcome<ResourceRow>[];
  busy: boolean;
  /** All was tried; nothing more will happen. */
  finished: boolean;
  done: number;
  failed: number;
  run(): void;
  /** Sends no more, and waits for no answer. */
  stop(): void;
}

/** Sends one request per row, four at a time, and tells what became of each. The rows are those at the first render. */
export function useBulk(rows: readonly ResourceRow[], plan: (row: ResourceRow) => PlannedRequest): Bulk {
  const { cluster } = useClusterScope();
  const queries = useQueryClient();
  // Rows that are deleted leave the list; the results must not leave with them.
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
    const send = (item: ResourceRow) => request(cluster.id, { ...latestPlan.current(item), signal });
    void inBatches(items, send, setOutcomes, { signal }).then(() => {
      setBusy(false);
      setFinished(true);
      void queries.invalidateQueries({ queryKey: ["dependents", cluster.id] });
    });
  }, [items, cluster.id, queries]);
  return {
    outcomes,
    busy,
    finished,
    done: outcomes.filter((one) => one.state === "done").length,
    failed: outcomes.filter((one) => one.state === "failed").length,
    run,
    stop: useCallback(() => abort.current?.abort(), []),
  };
}
