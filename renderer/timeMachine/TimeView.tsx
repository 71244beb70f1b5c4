import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ResourceLocator, resourcePath } from "../../shared/resourcePath.ts";
import { ErrorText } from "../access/ErrorText.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { useViewParam } from "../app/useViewParam.ts";
import { FORGOTTEN, listAt } from "../history/exactRead.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { historyOf } from "./moments.ts";
import { ObjectHistory } from "./ObjectHistory.tsx";
import { TimeSlider } from "./TimeSlider.tsx";
import { TimeTable } from "./TimeTable.tsx";
import { useRevisions } from "./useRevisions.ts";

/** The past of one list: a slider over its moments, the list at the chosen moment, the history of the chosen object. */
export function TimeView({ list }: { list: ResourceLocator }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const [chosen, choose] = useViewParam("revision");
  const [key, setKey] = useViewParam("object");
  const past = useRevisions(cluster.id, list);
  const { moments, oldest, opened } = past;
  const now = moments.at(-1)?.revision ?? opened ?? 0;
  const revision = chosen === "" ? Math.max(now, opened ?? 0) : Number(chosen);
  const table = useQuery({
    // The present is requested without a revision: the revision of its last change may have expired.
    queryKey: ["listAt", cluster.id, resourcePath(list), revision, chosen === ""],
    queryFn: ({ signal }) => listAt(cluster.id, vocabulary, list, chosen === "" ? undefined : revision, signal),
    enabled: oldest !== undefined && Number.isSafeInteger(revision) && revision > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  if (past.error !== null) {
    return (
      <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")}>
        <p>
          <ErrorText error={past.error} />
        </p>
      </EmptyState>
    );
  }
  if (oldest === undefined || opened === undefined) return <Loading text={t("timeMachine.searching")} />;
  if (Number.isNaN(oldest)) return <EmptyState icon="clock" title={t("timeMachine.notNumeric")} />;
  const here = moments.filter((moment) => moment.revision === revision).map((moment) => moment.key);
  return (
    <>
      <TimeSlider past={past} revision={revision} live={chosen === ""} onChange={choose} />
      <div className="timeSplit">
        {table.data === FORGOTTEN ? (
          <EmptyState icon="clock" tone="warn" title={t("timeMachine.expired")} testId="time-expired">
            <p>{t("timeMachine.expiredText", { revision })}</p>
          </EmptyState>
        ) : table.data === undefined ? (
          table.error === null ? (
            <Loading />
          ) : (
            <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")}>
              <p>
                <ErrorText error={table.error} />
              </p>
            </EmptyState>
          )
        ) : (
          <TimeTable table={table.data} changed={here} selected={key} onSelect={setKey} revision={revision} />
        )}
        {key === "" ? (
          <p className="timeHint muted">{t("timeMachine.chooseObject")}</p>
        ) : (
          <ObjectHistory
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
