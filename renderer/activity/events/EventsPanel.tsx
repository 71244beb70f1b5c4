import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { ErrorText } from "../../access/ErrorText.tsx";
import { request } from "../../api/request.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { useViewParam } from "../../app/useViewParam.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { useNow } from "../../ui/age/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LogFilter } from "../LogFilter.tsx";
import { LaneDetail } from "./LaneDetail.tsx";
import { TimeLanes } from "./TimeLanes.tsx";
import { type AnyEvent, lanesOf, spanFor } from "./timeline.ts";

/** Events read at once; the server expires them after an hour by default, so this is seldom reached. */
const LIMIT = 1000;
const EVERY = 5_000;

/** The events of the API over time, grouped by what they are about. */
export function EventsPanel() {
  const { t } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const [text, setText] = useViewParam("q");
  const [warnings, setWarnings] = useViewParam("warnings");
  const [selected, select] = useViewParam("object");
  const namespace = namespaces.includes(",") ? "" : namespaces;
  const now = useNow(1000);
  const events = useQuery({
    queryKey: ["activity-events", cluster.id, namespace],
    queryFn: async ({ signal }) => {
      const path = withQuery(resourcePath({ group: "", version: "v1", resource: "events", namespace }), {
        limit: LIMIT,
      });
      const { body } = await request<{ items?: AnyEvent[]; metadata?: { continue?: string } }>(cluster.id, {
        path,
        signal,
      });
      return { items: body.items ?? [], more: (body.metadata?.continue ?? "") !== "" };
    },
    refetchInterval: EVERY,
  });
  const lanes = useMemo(
    () => lanesOf(events.data?.items ?? [], { warningsOnly: warnings !== "", text }),
    [events.data, warnings, text],
  );
  if (events.isPending) return <Loading />;
  if (events.data === undefined) {
    return (
      <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")}>
        <p>
          <ErrorText error={events.error} />
        </p>
        <Button onClick={() => void events.refetch()}>{t("app.retry")}</Button>
      </EmptyState>
    );
  }
  const span = spanFor(lanes, now);
  const chosen = lanes.find((lane) => lane.key === selected);
  return (
    <>
      <div className="activityBar">
        <LogFilter value={text} onChange={setText} />
        <Button aria-pressed={warnings !== ""} onClick={() => setWarnings(warnings === "" ? "1" : "")}>
          {t("activity.warningsOnly")}
        </Button>
        <span className="faint">{t("activity.eventsOf", { span: formatAge(span) })}</span>
        {events.data.more ? <span className="faint">{t("activity.eventsCapped", { count: LIMIT })}</span> : null}
      </div>
      <div className="activitySplit">
        {lanes.length === 0 ? (
          <EmptyState icon="inbox" title={t("activity.eventsNone")}>
            <p>{t("activity.eventsNoneText")}</p>
          </EmptyState>
        ) : (
          <TimeLanes lanes={lanes} now={now} span={span} selected={selected} onSelect={select} />
        )}
        {chosen === undefined ? null : <LaneDetail lane={chosen} onClose={() => select("")} />}
      </div>
    </>
  );
}
