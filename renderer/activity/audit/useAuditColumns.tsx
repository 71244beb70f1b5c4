import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { actorOf, decisionOf, objectText, reasonOf } from "../../../shared/console/auditEvent.ts";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { useClockTime } from "../../ui/age/useClockTime.ts";
import { Badge } from "../../ui/Badge.tsx";
import { clockTime } from "../formats.ts";
import type { LogColumn } from "../LogTable.tsx";
import { type AuditRow, askedSubjectOfEvent, refusalOf, toneOf } from "./auditView.ts";

/** The columns of the audit log. */
export function useAuditColumns(): LogColumn<AuditRow>[] {
  const { t } = useTranslation();
  const clock = useClockTime();
  return useMemo<LogColumn<AuditRow>[]>(
    () => [
      {
        id: "time",
        title: t("activity.time"),
        width: "112px",
        cell: ({ event }) => momentOf(Date.parse(event.stageTimestamp), clock),
      },
      {
        id: "user",
        title: t("audit.user"),
        width: "minmax(104px, 0.9fr)",
        cell: ({ event }) => <User event={event} />,
      },
      { id: "verb", title: t("audit.verb"), width: "64px", cell: ({ event }) => <b>{event.verb}</b> },
      {
        id: "object",
        title: t("audit.object"),
        width: "minmax(168px, 2.4fr)",
        cell: ({ event }) => (
          <span className="mono" data-tip={objectText(event)}>
            {objectText(event)}
          </span>
        ),
      },
      {
        id: "status",
        title: t("activity.status"),
        width: "56px",
        cell: ({ event }) => <Badge tone={toneOf(event)}>{event.responseStatus?.code ?? "…"}</Badge>,
      },
      {
        id: "decision",
        title: t("audit.decision"),
        width: "minmax(88px, 1fr)",
        cell: ({ event }) => <Decision event={event} />,
      },
    ],
    [t, clock],
  );
}

/** Moments of today have room for milliseconds, because they need no date. */
const momentOf = (at: number, clock: (at: number) => string): string =>
  new Date(at).toDateString() === new Date().toDateString() ? clockTime(at) : clock(at);

function User({ event }: Pick<AuditRow, "event">) {
  const { t } = useTranslation();
  const name = event.user.username ?? "";
  if (name === "") return <span className="faint">{t("audit.nobody")}</span>;
  if (event.impersonatedUser === undefined) return <>{name}</>;
  return (
    <>
      {actorOf(event)} <span className="faint">{t("audit.by", { name })}</span>
    </>
  );
}

function Decision({ event }: Pick<AuditRow, "event">) {
  const { t } = useTranslation();
  const decision = decisionOf(event);
  if (decision === "") return <span className="faint">–</span>;
  const reason = reasonOf(event);
  return (
    <span data-tip={reason}>
      {t(decision === "allow" ? "audit.allowed" : "audit.forbidden")}{" "}
      <WhyLink error={refusalOf(event)} subject={askedSubjectOfEvent(event)} />
      {reason === "" ? null : <span className="faint"> {reason}</span>}
    </span>
  );
}
