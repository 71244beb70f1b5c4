import { shownText } from "../../../shared/text/shownText.ts";
import { type EventObject, lastSeen } from "../../api/eventObject.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { grouped } from "../../ui/numbers.ts";
import "./EventList.css";

/** Rows of events: the reason, the message, the count and the age. */
export function EventRows({ events }: { readonly events: readonly EventObject[] }) {
  return (
    <ul className="events" data-testid="events">
      {events.map((event) => (
        <li key={event.metadata.uid}>
          <Badge tone={event.type === "Warning" ? "warn" : "neutral"} dot>
            {event.reason ?? event.type}
          </Badge>
          <span className="eventText">{shownText(event.message ?? "")}</span>
          <span className="faint eventAge">
            {(event.count ?? 1) > 1 ? `×${grouped(event.count ?? 1)} ` : ""}
            <Age since={lastSeen(event)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
