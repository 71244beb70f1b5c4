import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { UnreadList } from "../../access/refusals/UnreadList.tsx";
import { pluralKind } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { useViewParam } from "../../app/useViewParam.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { useNow } from "../../ui/age/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LogBar } from "../LogBar.tsx";
import { LogSplit } from "../LogSplit.tsx";
import { LaneDetail } from "./LaneDetail.tsx";
import { type Lane, lanesOf, spanFor } from "./timeline.ts";
import { EVENTS_LIMIT, useEvents } from "./useEvents.ts";
import { useLaneColumns } from "./useLaneColumns.tsx";

const keyOf = (lane: Lane): string => lane.key;

/** The events of the API over time, grouped by their object. */
export function EventsPanel() {
  const { t } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const [text, setText] = useViewParam("q");
  const [warnings, setWarnings] = useViewParam("warnings");
  const [selected, select] = useViewParam("object");
  const now = useNow(1000);
  const events = useEvents(cluster.id, namespaces.includes(",") ? "" : namespaces);
  const lanes = useMemo(
    () => lanesOf(events.data?.items ?? [], { warningsOnly: warnings !== "", text }),
    [events.data, warnings, text],
  );
  const span = spanFor(lanes, now);
  const columns = useLaneColumns(now, span);
  if (events.isPending) return <Loading />;
  if (events.data === undefined) {
    return (
      <UnreadList
        error={events.error}
        kinds={pluralKind("Event", "events")}
        isEverywhere={namespaces === ""}
        onRetry={() => void events.refetch()}
      />
    );
  }
  return (
    <>
      <LogBar text={text} onText={setText}>
        <Button aria-pressed={warnings !== ""} onClick={() => setWarnings(warnings === "" ? "1" : "")}>
          {t("activity.warningsOnly")}
        </Button>
        <span className="faint">{t("activity.eventsOf", { span: formatAge(span) })}</span>
        {events.data.more ? <span className="faint">{t("activity.eventsCapped", { count: EVENTS_LIMIT })}</span> : null}
      </LogBar>
      <LogSplit
        label={t("activity.events")}
        columns={columns}
        items={lanes}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        testId="lanes"
        empty={
          <EmptyState icon="inbox" title={t("activity.eventsNone")}>
            <p>{t("activity.eventsNoneText")}</p>
          </EmptyState>
        }
        detail={(lane, close) => <LaneDetail lane={lane} onClose={close} />}
      />
    </>
  );
}
