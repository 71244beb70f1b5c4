import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { actorOf, objectText } from "../../shared/console/auditEvent.ts";
import type { ShownAuditEvent } from "../../shared/console/auditFeed.ts";
import { type AuditRow, toneOf } from "../activity/audit/auditView.ts";
import { clockTime } from "../activity/formats.ts";
import { useRing } from "../activity/useRing.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { activityUrl } from "../app/urls.ts";
import { Badge } from "../ui/Badge.tsx";
import { shortActor } from "./model/action.ts";
import { clientOf, openWatches } from "./model/clients.ts";
import type { Requests } from "./model/requests.ts";

const SHOWN = 60;
/** The page's own requests for the picture are not shown in it. */
const OWN = "/simulation/causes";

/** The display name of an event's user: short names for components, and for clients the names in the picture. */
function nameOf(event: ShownAuditEvent): string {
  const user = actorOf(event);
  return /^system:(node:|kube-|serviceaccount:kube-system:)/.test(user) ? shortActor(user) : clientOf(event).label;
}

/** The inside of the API server: the connected clients, and the latest requests with their responses. */
export function ServerPanel({ requests }: { readonly requests: Requests }) {
  const { t } = useTranslation();
  const rows = useRing(requests.rows);
  const connected = useMemo(() => connectedOf(rows), [rows]);
  const latest = useMemo(
    () =>
      rows
        .filter(({ event }) => event.stage !== "ResponseStarted" && !event.requestURI.startsWith(OWN))
        .slice(-SHOWN)
        .reverse(),
    [rows],
  );
  return (
    <div className="serverPanel" data-testid="orrery-server">
      <h3>{t("orrery.connected")}</h3>
      {connected.length === 0 ? <p className="muted">{t("orrery.noneConnected")}</p> : null}
      <ul className="connectedList">
        {connected.map(({ label, resources }) => (
          <li key={label}>
            <b>{shortActor(label)}</b> <span className="muted">{t("orrery.watches", { count: resources.length })}</span>
            <p className="faint">{[...new Set(resources)].join(", ")}</p>
          </li>
        ))}
      </ul>
      <h3>{t("orrery.requests")}</h3>
      <ol className="requestList">
        {latest.map((row) => (
          <RequestLine key={row.id} row={row} />
        ))}
      </ol>
    </div>
  );
}

function RequestLine({ row }: { readonly row: AuditRow }) {
  const { cluster } = useClusterScope();
  const { event } = row;
  return (
    <li>
      <Link to={`${activityUrl(cluster.id, "audit")}?event=${encodeURIComponent(row.id)}`}>
        <span className="requestWho">{nameOf(event)}</span>
        <span className="muted requestWhat">
          {event.verb} {objectText(event)}
        </span>
        <Badge tone={toneOf(event)}>{String(event.responseStatus?.code ?? "")}</Badge>
        <time className="faint">{clockTime(Date.parse(event.stageTimestamp)).slice(0, 8)}</time>
      </Link>
    </li>
  );
}

/** Clients with open watches, and the resources that they watch. */
function connectedOf(rows: readonly AuditRow[]): { readonly label: string; readonly resources: readonly string[] }[] {
  const byClient = new Map<string, string[]>();
  for (const { client, resource } of openWatches(rows)) {
    const same = byClient.get(client.label);
    if (same === undefined) byClient.set(client.label, [resource]);
    else same.push(resource);
  }
  return [...byClient].map(([label, resources]) => ({ label, resources: resources.sort() }));
}
