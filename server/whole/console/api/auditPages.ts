import { type AuditPage, BEFORE, type ShownAuditEvent } from "../../../../shared/console/auditFeed.ts";
import { auditMatcher, readAuditQuery } from "../../../../shared/console/auditQuery.ts";
import { searchLog } from "../../../access/audit/reading/searchLog.ts";
import type { Sandbox } from "../sandboxes/sandbox.ts";
import { collectValues } from "./auditValues.ts";
import { HostError } from "./hostError.ts";

/** Maximum number of events of a page. */
const PAGE = 500;

/**
 * Answers `/host/clusters/<id>/audit?<query>&before=<place>`: the matching events of a sandbox's log files, which reach
 * back further than the events in memory.
 * @throws HostError 404 without such files; the signal's reason
 */
export async function auditPage(
  sandbox: Pick<Sandbox, "auditLog"> | undefined,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<AuditPage> {
  const path = sandbox?.auditLog();
  if (path === undefined) throw new HostError(404, "NotFound", "There is no audit log here.");
  const query = readAuditQuery(params);
  const values = collectValues();
  const found = await searchLog<ShownAuditEvent>(path, {
    matches: auditMatcher(query),
    onRead: values.note,
    before: params.get(BEFORE) ?? "",
    since: query.since,
    limit: PAGE,
    signal,
  });
  return { ...found, occurring: values.values() };
}
