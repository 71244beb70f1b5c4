import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { LongText } from "../../ui/LongText.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { Facts } from "../Facts.tsx";
import { LogDetail } from "../LogDetail.tsx";
import { type AuditRow, actorOf, askedSubjectOfEvent, objectText, reasonOf, refusalOf } from "./auditView.ts";

/** One event in full. */
export function AuditDetail({ row, onClose }: { row: AuditRow; onClose(): void }) {
  const { t } = useTranslation();
  const { event } = row;
  const text = useMemo(() => stringifyJson(event, 2), [event]);
  const refusal = refusalOf(event);
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
      <section>
        <h3>{t("audit.json")}</h3>
        <ScrollRegion as="pre">
          <LongText text={text} />
        </ScrollRegion>
      </section>
    </LogDetail>
  );
}
