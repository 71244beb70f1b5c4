import { type AuditPage, BEFORE } from "../../../shared/console/auditFeed.ts";
import { type AuditQuery, auditParams } from "../../../shared/console/auditQuery.ts";
import { ApiError } from "../../../shared/status.ts";
import { send } from "../../api/requests/request.ts";

/** Requests the matching events of the log before a place; an empty place: the newest. */
export type RequestPage = (query: AuditQuery, before: string, signal: AbortSignal) => Promise<AuditPage>;

const NOTHING: AuditPage = { events: [], occurring: { users: [], verbs: [] } };

/** Path of a sandbox's audit log at the host. */
export const auditPath = (cluster: string): string => `/host/clusters/${encodeURIComponent(cluster)}/audit`;

/** Returns the function that requests the events of a sandbox's log files from the host. */
export const requestPageOf =
  (cluster: string): RequestPage =>
  async (query, before, signal) => {
    const params = auditParams(query);
    params.set(BEFORE, before);
    try {
      return (await send<AuditPage>(`${auditPath(cluster)}?${params}`, { signal })).body;
    } catch (error) {
      // The log is not kept in files: there is nothing before the events in the host's memory.
      if (error instanceof ApiError && error.code === 404) return NOTHING;
      throw error;
    }
  };
