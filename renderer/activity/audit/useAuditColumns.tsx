import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { clockTime } from "../formats.ts";
import type { LogColumn } from "../LogTable.tsx";
import {
  type AuditRow,
  actorOf,
  askedSubjectOfEvent,
  decisionOf,
  objectText,
  reasonOf,
  refusalOf,
  toneOf,
} from "./auditView.ts";

/** The columns of the audit log. */
export function useAuditColumns(): LogColumn<AuditRow>[] {
  const { t } = useTranslation();
  return useMemo<LogColumn<AuditRow>[]>(
    () => [
      {
        id: "time",
        title: t("activity.time"),
        width: "96px",
        cell: ({ event }) => clockTime(Date.parse(event.stageTimestamp)),
      },
      {
        id: "user",
        title: t("audit.user"),
        width: "minmax(88px, 0.7fr)",
        cell: ({ event }) => <User event={event} />,
      },
      { id: "verb", title: t("audit.verb"), width: "64px", cell: ({ event }) => <b>{event.verb}</b> },
      {
        id: "object",
        title: t("audit.object"),
        width: "minmax(120px, 1.8fr)",
        cell: ({ event }) => <span className="mono">{objectText(event)}</span>,
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
        width: "minmax(110px, 1fr)",
        cell: ({ event }) => <Decision event={event} />,
      },
    ],
    [t],
  );
}

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
