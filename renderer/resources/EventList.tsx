import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { type EventObject, useObjectEvents } from "../api/queries.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Age } from "./Age.tsx";

/** When an event was last seen, in milliseconds; 0 when it does not say. */
export function lastSeen(event: EventObject): number {
  const text = event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp ?? event.metadata.creationTimestamp;
  return text ? Date.parse(text) : 0;
}

/** The events about an object, newest first. */
export function EventList({ object, kind, compact = false }: { object: ApiObject; kind: string; compact?: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { name = "", namespace = "", uid } = object.metadata;
  const events = useObjectEvents(cluster.id, { name, namespace, uid, kind });
  if (events.isPending) return <Loading />;
  if (events.data === undefined) return <p className="notice bad">{events.error.message}</p>;
  if (events.data.length === 0) return <p className="faint eventsNone">{t("object.noEvents")}</p>;
  const sorted = [...events.data].sort((a, b) => lastSeen(b) - lastSeen(a));
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
            {(event.count ?? 1) > 1 ? `×${event.count} ` : ""}
            <Age since={lastSeen(event)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
