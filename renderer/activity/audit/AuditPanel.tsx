import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isEveryEvent } from "../../../shared/console/auditQuery.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useViewParam } from "../../app/useViewParam.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LogSplit } from "../LogSplit.tsx";
import { AuditBar } from "./AuditBar.tsx";
import { AuditChips } from "./AuditChips.tsx";
import { AuditDetail } from "./AuditDetail.tsx";
import { AuditReach } from "./AuditReach.tsx";
import type { AuditSearchState } from "./auditSearch.ts";
import type { AuditRow } from "./auditView.ts";
import { useAuditColumns } from "./useAuditColumns.tsx";
import { useAuditEvent } from "./useAuditEvent.ts";
import { queryOf, useAuditFilter } from "./useAuditFilter.ts";
import { useAuditSearch } from "./useAuditSearch.ts";

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
  const query = useMemo(() => queryOf(filter, Date.now()), [filter]);
  const search = useAuditSearch(cluster, query);
  const [rows, paused, setPaused] = usePausedAt(search.rows);
  const columns = useAuditColumns();
  const opened = useAuditEvent(cluster, selected, rows, search.isAnswered);
  const isFiltered = !isEveryEvent(filter);
  return (
    <>
      <AuditBar filter={filter} onChange={setFilter} rows={rows} search={search} paused={paused} onPause={setPaused} />
      <AuditChips filter={filter} onChange={setFilter} />
      <LogSplit
        label={t("activity.audit")}
        columns={columns}
        items={rows}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        chosen={opened ?? undefined}
        // After a failure, only the user tries again.
        {...(search.earlier === "more" ? { onEnd: search.loadEarlier } : {})}
        testId="audit"
        empty={
          <EmptyState icon={isFiltered ? "search" : "inbox"} title={t(emptyTitle(search, isFiltered))}>
            <p>{t("audit.noneText")}</p>
          </EmptyState>
        }
        detail={(row, close) => <AuditDetail row={row} onFilter={setFilter} onClose={close} />}
      />
      {opened === null ? <GoneEvent onClose={() => select("")} /> : null}
      <AuditReach search={search} />
    </>
  );
}

/** Says that the log no longer contains the event of the address. */
function GoneEvent({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <p className="auditReach" role="status" data-testid="audit-gone">
      <span>{t("audit.gone")}</span>
      <Button variant="quiet" onClick={onClose}>
        {t("app.close")}
      </Button>
    </p>
  );
}

/** Reports that there are no events only once the whole log was searched. */
function emptyTitle({ phase, earlier, isAnswered }: AuditSearchState, isFiltered: boolean): string {
  if (!isAnswered) return `audit.${phase}`;
  if (earlier === "more" || earlier === "loading") return "audit.searching";
  return isFiltered ? "audit.noMatch" : "audit.none";
}

/** Hides the rows that came after the pause; earlier ones can still be loaded. @param rows newest first */
function usePausedAt(rows: readonly AuditRow[]): [readonly AuditRow[], boolean, (paused: boolean) => void] {
  const [newest, setNewest] = useState<string>();
  const shown = useMemo(() => {
    if (newest === undefined) return rows;
    // Nothing was shown when the user paused.
    return newest === ""
      ? []
      : rows.slice(
          Math.max(
            0,
            rows.findIndex(({ id }) => id === newest),
          ),
        );
  }, [rows, newest]);
  return [shown, newest !== undefined, (paused) => setNewest(paused ? (rows[0]?.id ?? "") : undefined)];
}
