import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type AuditPage, BEFORE } from "../../../shared/console/auditFeed.ts";
import { type AuditQuery, auditParams } from "../../../shared/console/auditQuery.ts";
import { ApiError } from "../../../shared/status.ts";
import { send } from "../../api/requests/request.ts";
import { followAudit } from "./auditFeed.ts";
import { type AuditSearchState, createAuditSearch } from "./auditSearch.ts";

const NOTHING: AuditPage = { events: [], occurring: { users: [], verbs: [] } };

/** Number of events to load without being asked: more than a window shows. */
const ENOUGH = 100;

/** Searches the audit log of a sandbox, live. @param query must stay the same object while it does not change */
export function useAuditSearch(cluster: string, query: AuditQuery): AuditSearchState & { loadEarlier(): void } {
  const search = useMemo(() => {
    const path = `/host/clusters/${encodeURIComponent(cluster)}/audit`;
    const origin = location.origin.replace(/^http/, "ws");
    return createAuditSearch({
      follow: (wanted, handlers) => followAudit(`${origin}${path}`, handlers, wanted),
      page: async (wanted, before, signal) => {
        const params = auditParams(wanted);
        params.set(BEFORE, before);
        try {
          return (await send<AuditPage>(`${path}?${params}`, { signal })).body;
        } catch (error) {
          // The log is not kept in files: there is nothing before the events in the host's memory.
          if (error instanceof ApiError && error.code === 404) return NOTHING;
          throw error;
        }
      },
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
