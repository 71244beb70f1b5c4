import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { UnreadList } from "../access/refusals/UnreadList.tsx";
import { pluralKind, type ResourceType } from "../api/resourceType.ts";
import type { DecodedTable } from "../api/tables/tableRow.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { useViewParam } from "../app/useViewParam.ts";
import { FORGOTTEN, listAt } from "../history/exactRead.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { DifferenceTable } from "./DifferenceTable.tsx";
import { historyOf, type Moment } from "./moments.ts";
import { ObjectHistory } from "./ObjectHistory.tsx";
import { TimeSlider } from "./TimeSlider.tsx";
import { TimeTable } from "./TimeTable.tsx";
import { useDeletionTimes } from "./useDeletionTimes.ts";
import { useEarlier } from "./useEarlier.ts";
import { useRevisions } from "./useRevisions.ts";

export interface TimeViewProps {
  type: ResourceType;
  /** Empty for all namespaces. */
  namespace: string;
  /** Namespaces of the displayed objects, separated by commas; empty for all. */
  only: string;
}

const EMPTY: DecodedTable = { items: [], resourceVersion: "" };

/**
 * Returns a filter for moments in one of the namespaces. @param only separated by commas; a single namespace needs no
 * filter, because the request to the server was limited to it
 */
const isIn = (only: string): ((moment: Moment) => boolean) => {
  const namespaces = only.split(",");
  return namespaces.length < 2 ? () => true : ({ key }) => namespaces.includes(key.split("/")[0] ?? "");
};

/**
 * The history of one list: a slider over its moments, the list at the chosen moment, and the history of the chosen
 * object.
 */
export function TimeView({ type, namespace, only }: TimeViewProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const [chosen, choose] = useViewParam("revision");
  const [key, setKey] = useViewParam("object");
  const [since, setSince] = useViewParam("since");
  const { group, version, resource } = type;
  const list = useMemo<ResourceLocator>(
    () => ({ group, version, resource, namespace }),
    [group, version, resource, namespace],
  );
  const revisions = useRevisions(cluster.id, list);
  const timed = useDeletionTimes(cluster.id, list, revisions.moments, cluster.kind === "sandbox");
  const timedRevisions = useMemo(() => ({ ...revisions, moments: timed }), [revisions, timed]);
  const earlier = useEarlier(cluster.id, list, cluster.kind === "sandbox" ? timedRevisions.replayedFrom : undefined);
  const past = useMemo(() => {
    const moments = [...earlier.moments, ...timedRevisions.moments].filter(isIn(only));
    const oldest =
      timedRevisions.oldest === undefined
        ? undefined
        : Math.min(timedRevisions.oldest, earlier.oldest ?? timedRevisions.oldest);
    // All changes after the start of the journal are known, except for the journal's gaps.
    const replayedFrom = earlier.oldest ?? timedRevisions.replayedFrom;
    return { ...timedRevisions, moments, oldest, replayedFrom };
  }, [timedRevisions, earlier, only]);
  const { moments, oldest, opened } = past;
  const now = moments.at(-1)?.revision ?? opened ?? 0;
  const revision = chosen === "" ? Math.max(now, opened ?? 0) : Number(chosen);
  const table = useQuery({
    // The present is requested without a revision, because the revision of its last change may have expired.
    queryKey: ["listAt", cluster.id, resourcePath(list), revision, chosen === ""],
    queryFn: ({ signal }) =>
      listAt(cluster.id, vocabulary, list, chosen === "" ? undefined : revision, signal, cluster.kind === "sandbox"),
    enabled: oldest !== undefined && Number.isSafeInteger(revision) && revision > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const unread = (error: Error) => (
    <UnreadList
      error={error}
      kinds={pluralKind(type.kind, type.resource)}
      isEverywhere={type.namespaced && namespace === ""}
    />
  );
  if (past.error !== null) {
    return unread(past.error);
  }
  if (oldest === undefined || opened === undefined) return <Loading text={t("timeMachine.searching")} />;
  if (Number.isNaN(oldest)) return <EmptyState icon="clock" title={t("timeMachine.notNumeric")} />;
  const compared = since === "" || !Number.isSafeInteger(Number(since)) ? undefined : Number(since);
  const shownTable =
    table.data === undefined || table.data === FORGOTTEN
      ? EMPTY
      : only.includes(",")
        ? { ...table.data, items: table.data.items.filter((row) => only.split(",").includes(row.namespace)) }
        : table.data;
  const here = moments.filter((moment) => moment.revision === revision).map((moment) => moment.key);
  return (
    <>
      <TimeSlider
        past={past}
        earlier={earlier}
        revision={revision}
        live={chosen === ""}
        onChange={choose}
        compared={compared}
        onCompare={() => {
          setSince(String(revision));
          choose("");
        }}
        onSelect={setKey}
      />
      <div className="timeSplit">
        {compared !== undefined ? (
          <DifferenceTable
            moments={moments}
            from={Math.min(compared, revision)}
            to={Math.max(compared, revision)}
            since={past.replayedFrom ?? oldest}
            selected={key}
            onSelect={setKey}
            onClose={() => setSince("")}
          />
        ) : table.data === FORGOTTEN ? (
          <EmptyState icon="clock" tone="warn" title={t("timeMachine.expired")} testId="time-expired">
            <p>{t("timeMachine.expiredText", { revision })}</p>
          </EmptyState>
        ) : table.data === undefined ? (
          table.error === null ? (
            <Loading />
          ) : (
            unread(table.error)
          )
        ) : (
          <TimeTable
            table={shownTable}
            namespace={namespace}
            changed={here}
            selected={key}
            onSelect={setKey}
            revision={revision}
          />
        )}
        {key === "" ? (
          <p className="timeHint muted">{t("timeMachine.chooseObject")}</p>
        ) : (
          <ObjectHistory
            type={type}
            name={key.replace(/^\//, "")}
            history={historyOf(moments, key)}
            since={past.replayedFrom ?? oldest}
            revision={revision}
            onRevision={(next) => choose(String(next))}
          />
        )}
      </div>
    </>
  );
}
