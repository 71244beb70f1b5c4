import { useMemo } from "react";
import type { AuditQuery } from "../../../shared/console/auditQuery.ts";
import { useViewParam } from "../../app/useViewParam.ts";

/** Time ranges that end now, in milliseconds, by their names in the address. */
const RANGES: Readonly<Record<string, number>> = { "15m": 15 * 60_000, "1h": 3_600_000, "24h": 24 * 3_600_000 };
export const RANGE_NAMES: readonly string[] = Object.keys(RANGES);

/** The filter in the address: a query whose `since` may also be the name of a range. */
export type AuditFilter = AuditQuery;

/** The query of a filter. @param now milliseconds since the epoch */
export function queryOf(filter: AuditFilter, now: number): AuditQuery {
  const range = RANGES[filter.since];
  return range === undefined ? filter : { ...filter, since: new Date(now - range).toISOString() };
}

/** The filter of the audit log, kept in the address. */
export function useAuditFilter(): [AuditFilter, (change: Partial<AuditFilter>) => void] {
  const [text, setText] = useViewParam("q");
  const [user, setUser] = useViewParam("user");
  const [verb, setVerb] = useViewParam("verb");
  const [object, setObject] = useViewParam("object");
  const [since, setSince] = useViewParam("since");
  const [until, setUntil] = useViewParam("until");
  const [denied, setDenied] = useViewParam("denied");
  const filter = useMemo(
    () => ({ text, user, verb, object, since, until, deniedOnly: denied !== "" }),
    [text, user, verb, object, since, until, denied],
  );
  const setters = { text: setText, user: setUser, verb: setVerb, object: setObject, since: setSince, until: setUntil };
  const change = ({ deniedOnly, ...texts }: Partial<AuditFilter>): void => {
    for (const [field, value] of Object.entries(texts)) setters[field as keyof typeof texts](value);
    if (deniedOnly !== undefined) setDenied(deniedOnly ? "1" : "");
  };
  return [filter, change];
}
