import { isTrue, parseRequestInfo, type RequestInfo } from "../../../../shared/requestInfo.ts";

/** Root path of the journal: its status, and below it the paths of resources. */
export const JOURNAL = "/journal";

/** Whether a request asks for changes, not for a state. */
export const asksForChanges = (query: URLSearchParams): boolean => isTrue(query.get("changes"));

/**
 * The meaning of a path below `/journal`: a read of the resource that the rest of the path names. So a request for the
 * past is authorized, audited and queued like the same request for the present: a state as `get` or `list`, changes as
 * `watch`.
 * @returns undefined for every other path, and for requests that do not read objects
 */
export function journalInfo(method: string, path: string, query: URLSearchParams): RequestInfo | undefined {
  if (method !== "GET" || !path.startsWith(`${JOURNAL}/api`)) return undefined;
  const asked = new URLSearchParams(query);
  asked.delete("watch");
  if (asksForChanges(query)) asked.set("watch", "true");
  const info = parseRequestInfo(method, path.slice(JOURNAL.length), asked);
  return info.isResourceRequest && info.subresource === "" ? { ...info, path } : undefined;
}
