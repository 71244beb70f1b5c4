import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { requestPageOf } from "./auditRequests.ts";
import type { AuditRow } from "./auditView.ts";
import { findEvent } from "./findEvent.ts";

/**
 * The opened event: one of the rows, one that was among them, or one that the log contains.
 * @param id of its row; empty if none is opened
 * @param isAnswered whether the rows are those of the current query
 * @returns null if the log does not contain it; undefined while unknown, or if none is opened
 */
export function useAuditEvent(
  cluster: string,
  id: string,
  rows: readonly AuditRow[],
  isAnswered: boolean,
): AuditRow | null | undefined {
  const last = useRef<AuditRow>(undefined);
  const isLast = last.current?.id === id;
  // A row that is at hand stays: a page of 20,000 rows is searched only for another one.
  if (id !== "" && !isLast) last.current = rows.find((row) => row.id === id) ?? last.current;
  const known = last.current?.id === id ? last.current : undefined;
  const { data } = useQuery({
    queryKey: ["auditEvent", cluster, id],
    queryFn: async ({ signal }) => (await findEvent(requestPageOf(cluster), id, signal)) ?? null,
    enabled: id !== "" && known === undefined && isAnswered,
  });
  return known ?? (id === "" ? undefined : data);
}
