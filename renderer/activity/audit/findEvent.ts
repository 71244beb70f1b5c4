import { EVERY_EVENT } from "../../../shared/console/auditQuery.ts";
import type { RequestPage } from "./auditRequests.ts";
import { type AuditRow, rowsOf } from "./auditView.ts";

/**
 * Searches the log for one event.
 * @param id of its row
 * @returns undefined if the log does not contain it, or no longer
 * @throws the error of a page
 */
export async function findEvent(request: RequestPage, id: string, signal: AbortSignal): Promise<AuditRow | undefined> {
  const time = id.slice(0, Math.max(0, id.indexOf("/")));
  if (time === "") return undefined;
  const query = { ...EVERY_EVENT, since: time, until: time };
  for (let before: string | undefined = ""; before !== undefined; ) {
    const page = await request(query, before, signal);
    const found = rowsOf(page).find((row) => row.id === id);
    if (found !== undefined) return found;
    before = page.before;
  }
  return undefined;
}
