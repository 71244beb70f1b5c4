import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { AuditQuery } from "../../../shared/console/auditQuery.ts";
import { followAudit } from "./auditFeed.ts";
import { auditPath, requestPageOf } from "./auditRequests.ts";
import { type AuditSearchState, createAuditSearch } from "./auditSearch.ts";

/** Number of events to load without being asked: more than a window shows. */
const ENOUGH = 100;

/** Searches the audit log of a sandbox, live. @param query must stay the same object while it does not change */
export function useAuditSearch(cluster: string, query: AuditQuery): AuditSearchState & { loadEarlier(): void } {
  const search = useMemo(() => {
    const origin = location.origin.replace(/^http/, "ws");
    return createAuditSearch({
      follow: (wanted, handlers) => followAudit(`${origin}${auditPath(cluster)}`, handlers, wanted),
      page: requestPageOf(cluster),
      soon: (run) => requestAnimationFrame(run),
    });
  }, [cluster]);
  useEffect(() => search.start(query), [search, query]);
  const state = useSyncExternalStore(search.subscribe, search.state);
  const isShort = state.isAnswered && state.earlier === "more" && state.rows.length < ENOUGH;
  useEffect(() => {
    if (isShort) search.loadEarlier();
  });
  return useMemo(() => ({ ...state, loadEarlier: search.loadEarlier }), [state, search]);
}
