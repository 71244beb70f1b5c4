import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useViewParam } from "../../app/useViewParam.ts";
import { useClockTime } from "../../ui/age/useClockTime.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LogSplit } from "../LogSplit.tsx";
import { usePaused } from "../usePaused.ts";
import { useRing } from "../useRing.ts";
import { AuditBar } from "./AuditBar.tsx";
import { AuditDetail } from "./AuditDetail.tsx";
import { type AuditFilter, type AuditRow, filterAudit } from "./auditView.ts";
import { useAuditColumns } from "./useAuditColumns.tsx";
import { useAuditFeed } from "./useAuditFeed.ts";

const keyOf = ({ id }: AuditRow): string => id;

/** The audit log of a sandbox: what its server recorded about the requests of all clients. */
export function AuditPanel() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (cluster.kind === "sandbox") return <SandboxAudit cluster={cluster.id} />;
  return (
    <EmptyState icon="inbox" title={t("audit.remote")} testId="audit-remote">
      <p>{t("audit.remoteText")}</p>
    </EmptyState>
  );
}

function SandboxAudit({ cluster }: { cluster: string }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useAuditFilter();
  const [selected, select] = useViewParam("event");
  const { phase, buffer } = useAuditFeed(cluster);
  const [rows, paused, setPaused] = usePaused(useRing(buffer));
  const shown = useMemo(() => filterAudit(rows, filter), [rows, filter]);
  const columns = useAuditColumns();
  const clock = useClockTime();
  const oldest = rows[0]?.event.requestReceivedTimestamp;
  const since = oldest === undefined ? undefined : Date.parse(oldest);
  return (
    <>
      <AuditBar
        filter={filter}
        onChange={setFilter}
        rows={rows}
        shown={shown}
        phase={phase}
        paused={paused}
        onPause={setPaused}
      />
      <LogSplit
        label={t("activity.audit")}
        columns={columns}
        items={shown}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        testId="audit"
        empty={
          <EmptyState icon={rows.length === 0 ? "inbox" : "search"} title={t(emptyTitle(phase, rows.length))}>
            <p>{t("audit.noneText")}</p>
            {since === undefined ? null : <p>{t("audit.keptSince", { count: rows.length, time: clock(since) })}</p>}
          </EmptyState>
        }
        detail={(row, close) => <AuditDetail row={row} onClose={close} />}
      />
    </>
  );
}

/** Reports that there are no events only once the log is fully loaded. */
function emptyTitle(phase: string, kept: number): string {
  if (kept > 0) return "audit.noMatch";
  return phase === "open" ? "audit.none" : `audit.${phase}`;
}

/** The filter, kept in the address. */
function useAuditFilter(): [AuditFilter, (change: Partial<AuditFilter>) => void] {
  const [text, setText] = useViewParam("q");
  const [user, setUser] = useViewParam("user");
  const [verb, setVerb] = useViewParam("verb");
  const [denied, setDenied] = useViewParam("denied");
  const filter = useMemo(() => ({ text, user, verb, deniedOnly: denied !== "" }), [text, user, verb, denied]);
  const change = (next: Partial<AuditFilter>): void => {
    if (next.text !== undefined) setText(next.text);
    if (next.user !== undefined) setUser(next.user);
    if (next.verb !== undefined) setVerb(next.verb);
    if (next.deniedOnly !== undefined) setDenied(next.deniedOnly ? "1" : "");
  };
  return [filter, change];
}
