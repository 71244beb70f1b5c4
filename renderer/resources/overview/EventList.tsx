import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import { latestFirst } from "../../api/eventObject.ts";
import { Loading } from "../../app/Loading.tsx";
import { EventRows } from "./EventRows.tsx";
import { useEventsAbout } from "./useEventsAbout.ts";

/** The events about an object, newest first. */
export function EventList({ object, kind, compact = false }: { object: ApiObject; kind: string; compact?: boolean }) {
  const { t } = useTranslation();
  const events = useEventsAbout(object, kind);
  const { phase, complete, error } = events.state;
  if (phase === "forbidden" || phase === "failed") return <ErrorNotice error={error} />;
  if (!complete) return <Loading />;
  if (events.objects.length === 0) return <p className="faint eventsNone">{t("object.noEvents")}</p>;
  const sorted = latestFirst(events.objects);
  return <EventRows events={compact ? sorted.slice(0, 8) : sorted} />;
}
