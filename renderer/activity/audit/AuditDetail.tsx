import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { actorOf, objectText, reasonOf } from "../../../shared/console/auditEvent.ts";
import { objectQuery } from "../../../shared/console/auditQuery.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { LongText } from "../../ui/LongText.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { Facts } from "../Facts.tsx";
import { LogDetail } from "../LogDetail.tsx";
import "./AuditDetail.css";
import { type AuditRow, askedSubjectOfEvent, refusalOf } from "./auditView.ts";
import type { AuditFilter } from "./useAuditFilter.ts";

export interface AuditDetailProps {
  row: AuditRow;
  onFilter(change: Partial<AuditFilter>): void;
  onClose(): void;
}

/** One event in full, with filters for events like it. */
export function AuditDetail({ row, onFilter, onClose }: AuditDetailProps) {
  const { t } = useTranslation();
  const { event } = row;
  const text = useMemo(() => stringifyJson(event, 2), [event]);
  const refusal = refusalOf(event);
  const object = objectOf(event);
  const facts: [string, string][] = [
    [t("audit.user"), event.user.username ?? t("audit.nobody")],
    ...(event.impersonatedUser === undefined ? [] : ([[t("audit.as"), actorOf(event)]] as [string, string][])),
    [t("audit.stage"), event.stage],
    [t("activity.auditId"), event.auditID],
    ...(reasonOf(event) === "" ? [] : ([[t("audit.reason"), reasonOf(event)]] as [string, string][])),
    ...(event.responseStatus?.message === undefined
      ? []
      : ([[t("audit.message"), event.responseStatus.message]] as [string, string][])),
  ];
  return (
    <LogDetail
      label={t("audit.detail")}
      title={`${event.verb} ${objectText(event)}`}
      text={text}
      onClose={onClose}
      testId="audit-detail"
    >
      <Facts facts={facts} />
      {refusal === undefined ? null : (
        <p>
          <WhyLink error={refusal} subject={askedSubjectOfEvent(event)} button />
        </p>
      )}
      <div className="auditSimilar">
        {object === undefined ? null : (
          <Button onClick={() => onFilter({ object })} data-testid="audit-same-object">
            {t("audit.onlyObject")}
          </Button>
        )}
        {actorOf(event) === "" ? null : (
          <Button onClick={() => onFilter({ user: actorOf(event) })} data-testid="audit-same-user">
            {t("audit.onlyUser")}
          </Button>
        )}
        <Button onClick={() => onFilter({ until: event.stageTimestamp })} data-testid="audit-until">
          {t("audit.onlyUntil")}
        </Button>
      </div>
      <section>
        <h3>{t("audit.json")}</h3>
        <ScrollRegion as="pre">
          <LongText text={text} />
        </ScrollRegion>
      </section>
    </LogDetail>
  );
}

/** The object of an event as the `object` of a filter; undefined for collections and paths. */
function objectOf({ objectRef }: AuditRow["event"]): string | undefined {
  if (objectRef?.resource === undefined || objectRef.name === undefined) return undefined;
  const { resource, apiGroup: group = "", namespace, name } = objectRef;
  return objectQuery({ group, resource }, resource === "namespaces" ? { name } : { namespace, name });
}
