import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import type { EventObject } from "../../api/eventObject.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { grouped } from "../../ui/numbers.ts";
import { useLiveObjects } from "../live/useLiveObjects.ts";
import "./EventList.css";

/** Time of an event's last occurrence, in milliseconds since the epoch; 0 if it is not recorded. */
function lastSeen(event: EventObject): number {
  const text = event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp ?? event.metadata.creationTimestamp;
  return text ? Date.parse(text) : 0;
}

/** The events about an object, newest first. */
export function EventList({ object, kind, compact = false }: { object: ApiObject; kind: string; compact?: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { name = "", namespace = "", uid } = object.metadata;
  const selector = [`involvedObject.name=${name}`, `involvedObject.kind=${kind}`];
  // Events from the node agent have the node's name as uid.
  if (uid !== undefined && kind !== "Node") selector.push(`involvedObject.uid=${uid}`);
  const events = useLiveObjects({
    cluster: cluster.id,
    // Events about cluster-scoped objects are in the namespace `default`.
    collection: { group: "", version: "v1", resource: "events", namespace: namespace === "" ? "default" : namespace },
    kind: "Event",
    fieldSelector: selector.join(","),
  });
  const { phase, complete, error } = events.state;
  if (phase === "forbidden" || phase === "failed") return <ErrorNotice error={error} />;
  if (!complete) return <Loading />;
  if (events.objects.length === 0) return <p className="faint eventsNone">{t("object.noEvents")}</p>;
  const sorted = (events.objects as EventObject[]).toSorted((a, b) => lastSeen(b) - lastSeen(a));
  const shown = compact ? sorted.slice(0, 8) : sorted;
  return (
    <ul className="events" data-testid="events">
      {shown.map((event) => (
        <li key={event.metadata.uid}>
          <Badge tone={event.type === "Warning" ? "warn" : "neutral"} dot>
            {event.reason ?? event.type}
          </Badge>
          <span className="eventText">{event.message}</span>
          <span className="faint eventAge">
            {(event.count ?? 1) > 1 ? `×${grouped(event.count ?? 1)} ` : ""}
            <Age since={lastSeen(event)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
