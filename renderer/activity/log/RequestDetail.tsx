import { useTranslation } from "react-i18next";
import { decodeViewAs } from "../../../shared/viewAs.ts";
import { useClusters } from "../../api/queries.ts";
import type { LoggedRequest } from "../../api/requests/requestLog.ts";
import { CommandText } from "../../requests/CommandText.tsx";
import { clientLine } from "../../requests/clientLine.ts";
import { curlLine } from "../../requests/curlLine.ts";
import { shellAccess } from "../../requests/shellAccess.ts";
import { Button } from "../../ui/Button.tsx";
import { LongText } from "../../ui/LongText.tsx";
import { useCopy } from "../../ui/useCopy.ts";
import { Facts } from "../Facts.tsx";
import { byteSize, clockTime, duration } from "../formats.ts";
import { LogDetail } from "../LogDetail.tsx";
import { missingAnswerKey, verbOf } from "./requestView.ts";

/** One request in full, and as command lines for other tools. */
export function RequestDetail({ entry, onClose }: { entry: LoggedRequest; onClose(): void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const clusters = useClusters();
  const owner = clusters.data?.find(({ id }) => id === entry.cluster);
  const viewAs = entry.viewAs === "" ? undefined : decodeViewAs(entry.viewAs);
  const here = { server: location.origin, credentials: "", viewAs };
  const access = owner === undefined ? here : shellAccess(owner, viewAs);
  const curl = curlLine(access, entry);
  const client = entry.cluster === "" ? undefined : clientLine(entry, access);
  const lack = missingAnswerKey(entry);
  const facts: [string, string][] = [
    [t("activity.cluster"), owner?.name ?? (entry.cluster || t("activity.host"))],
    [t("activity.time"), clockTime(entry.started)],
    ...(viewAs === undefined
      ? []
      : ([[t("activity.viewedAs"), [viewAs.username, ...viewAs.groups].join(", ")]] as [string, string][])),
    [
      t("activity.status"),
      lack === undefined ? String(entry.status) : [t(lack), entry.trouble].filter((part) => part !== "").join(": "),
    ],
    [t("activity.duration"), entry.duration === undefined ? t("activity.pending") : duration(entry.duration)],
    [t("activity.size"), byteSize(entry.size)],
    [t("activity.auditId"), entry.auditId || t("activity.noAudit")],
    ["Accept", entry.accept || "–"],
    ...(entry.contentType === "" || (entry.body === undefined && !entry.bodyWithheld)
      ? []
      : ([["Content-Type", entry.contentType]] as [string, string][])),
  ];
  return (
    <LogDetail
      label={t("activity.detail")}
      title={
        <span className="mono">
          {verbOf(entry)} {entry.path}
        </span>
      }
      onClose={onClose}
      testId="request-detail"
    >
      <Facts facts={facts} />
      {entry.body === undefined ? null : (
        <section>
          <h3>{t("activity.sentBody")}</h3>
          <pre>
            <LongText text={entry.body} />
          </pre>
        </section>
      )}
      {entry.bodyWithheld ? <p className="notice">{t("activity.withheld")}</p> : null}
      <section>
        <h3>{t("activity.asCurl")}</h3>
        <pre data-testid="as-curl">
          <CommandText>{curl}</CommandText>
        </pre>
        <Button icon="copy" onClick={() => copy(curl)}>
          {t("activity.copyCurl")}
        </Button>
      </section>
      <section>
        <h3>{t("activity.asClient")}</h3>
        {client === undefined ? (
          <p className="muted">{t("activity.noClient")}</p>
        ) : (
          <pre data-testid="as-client">
            <CommandText>{client}</CommandText>
          </pre>
        )}
        <Button
          icon="copy"
          onClick={() => copy(client ?? "")}
          refusal={client === undefined ? t("activity.noClient") : undefined}
        >
          {t("activity.copyClient")}
        </Button>
      </section>
    </LogDetail>
  );
}
