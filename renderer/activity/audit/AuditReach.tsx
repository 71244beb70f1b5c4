import { useTranslation } from "react-i18next";
import { useClockTime } from "../../ui/age/useClockTime.ts";
import { Button } from "../../ui/Button.tsx";
import type { AuditSearchState } from "./auditSearch.ts";
import "./AuditReach.css";

/** How many events were found, and how far back the search has reached. */
export function AuditReach({ search }: { search: AuditSearchState & { loadEarlier(): void } }) {
  const { t } = useTranslation();
  const clock = useClockTime();
  const { rows, earlier, reached, isAnswered } = search;
  if (!isAnswered) return null;
  const time = reached === "" ? "" : clock(Date.parse(reached));
  const failure = earlier instanceof Error ? earlier : undefined;
  return (
    <p className="auditReach faint" role="status" data-testid="audit-reach">
      <span>{t("audit.found", { count: rows.length })}</span>
      {failure === undefined ? (
        <span>{time === "" ? null : t(`audit.reach.${earlier as Exclude<typeof earlier, Error>}`, { time })}</span>
      ) : (
        <>
          <span>{t("audit.reach.failed", { message: failure.message })}</span>
          <Button variant="quiet" onClick={search.loadEarlier} data-testid="audit-retry">
            {t("app.retry")}
          </Button>
        </>
      )}
    </p>
  );
}
