import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { actorOf, decisionOf, reasonOf } from "../../shared/console/auditEvent.ts";
import { WhyLink } from "../access/refusals/WhyLink.tsx";
import { type AuditRow, askedSubjectOfEvent, methodOf, refusalOf } from "../activity/audit/auditView.ts";
import { duration } from "../activity/formats.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { activityUrl } from "../app/urls.ts";
import { admittedBy, programOf } from "./model/clients.ts";
import { Station } from "./Station.tsx";

/** The request of a write: who sent it, how the user was authenticated, what allowed it, and what admission changed. */
export function RequestStations({
  row,
  isExpected,
}: {
  readonly row: AuditRow | undefined;
  /** Whether the sandbox has an audit log. */
  readonly isExpected: boolean;
}) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (row === undefined) {
    return (
      <Station title={t("orrery.request")} tone="idle" testId="station-request">
        <p className="muted">{t(isExpected ? "orrery.requestForgotten" : "orrery.requestUnknown")}</p>
      </Station>
    );
  }
  const { event } = row;
  const { user, impersonatedUser, responseStatus, requestReceivedTimestamp = event.stageTimestamp } = event;
  const code = responseStatus?.code ?? 0;
  const took = Date.parse(event.stageTimestamp) - Date.parse(requestReceivedTimestamp);
  const refusal = refusalOf(event);
  const isDenied = decisionOf(event) === "forbid";
  const admitted = admittedBy(event);
  const { groups = [] } = impersonatedUser ?? user;
  const reason = reasonOf(event);
  return (
    <>
      <Station title={t("orrery.request")} tone={code >= 400 ? "bad" : "good"} testId="station-request">
        <p className="stationCode" data-tip={event.requestURI}>
          {methodOf(event)} {event.requestURI.replace(/\?.*$/, "")}
        </p>
        <p className="muted">
          {t("orrery.answered", { code, took: duration(Math.max(0, took)) })}{" "}
          <Link to={`${activityUrl(cluster.id, "audit")}?event=${encodeURIComponent(row.id)}`}>
            {t("orrery.auditEvent")}
          </Link>
        </p>
      </Station>
      <Station title={t("orrery.authenticated")} tone={code === 401 ? "bad" : "good"} testId="station-user">
        <p>
          <b>{actorOf(event)}</b> <span className="muted">{programOf(event)}</span>
        </p>
        <p className="muted">
          {t(`orrery.by_${credentialOf(event.user.extra)}`)}
          {impersonatedUser === undefined ? null : `, ${t("orrery.actingAs", { user: user.username ?? "" })}`}
        </p>
        <p className="faint">{groups.join(", ")}</p>
      </Station>
      {code === 401 ? null : (
        <Station title={t("orrery.authorized")} tone={isDenied ? "bad" : "good"} testId="station-decision">
          <p className="muted">
            {reason !== ""
              ? reason
              : groups.includes("system:masters")
                ? t("orrery.masters")
                : t(isDenied ? "orrery.noRule" : "orrery.allowed")}
          </p>
          {refusal === undefined ? null : <WhyLink error={refusal} subject={askedSubjectOfEvent(event)} />}
        </Station>
      )}
      {isDenied || code === 401 ? null : (
        <Station title={t("orrery.admission")} tone={code >= 400 ? "bad" : "good"} testId="station-admission">
          {code >= 400 ? <p>{responseStatus?.message ?? responseStatus?.reason ?? ""}</p> : null}
          {admitted.length === 0 && code < 400 ? <p className="muted">{t("orrery.admittedAsIs")}</p> : null}
          {admitted.map(({ plugin, fields }) => (
            <p key={plugin}>
              {plugin} <span className="muted">{fields.join(", ")}</span>
            </p>
          ))}
        </Station>
      )}
    </>
  );
}

/** How a user was authenticated, as far as the event shows. */
function credentialOf(
  extra: Readonly<Record<string, readonly string[]>> | undefined,
): "certificate" | "token" | "server" {
  const ids = Object.entries(extra ?? {}).find(([key]) => key.endsWith("/credential-id"))?.[1] ?? [];
  if (ids.some((id) => id.startsWith("X509"))) return "certificate";
  return ids.length > 0 ? "token" : "server";
}
