import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type LoggedRequest, requestLog } from "../../api/requests/requestLog.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useViewParam } from "../../app/useViewParam.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { byteSize, clockTime, duration } from "../formats.ts";
import { LogBar, LogCount, PauseButton } from "../LogBar.tsx";
import { LogSplit } from "../LogSplit.tsx";
import type { LogColumn } from "../LogTable.tsx";
import { usePaused } from "../usePaused.ts";
import { useRing } from "../useRing.ts";
import { RequestDetail } from "./RequestDetail.tsx";
import { filterRequests, inOrder, missingAnswerKey, toneOf, verbOf } from "./requestView.ts";

const keyOf = (entry: LoggedRequest): string => String(entry.id);

/** Every request of the console: filter, details, and each as a command line for other tools. */
export function RequestsPanel() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [text, setText] = useViewParam("q");
  const [every, setEvery] = useViewParam("clusters");
  const [failed, setFailed] = useViewParam("failed");
  const [selected, select] = useViewParam("request");
  const [withCounts, setWithCounts] = useViewParam("counts");
  const asked = useRing(requestLog);
  const counted = useRing(requestLog.background);
  const live = useMemo(() => (withCounts === "" ? asked : inOrder(asked, counted)), [withCounts, asked, counted]);
  const [entries, paused, setPaused] = usePaused(live);
  const shown = useMemo(
    () => filterRequests(entries, { text, cluster: every === "" ? cluster.id : "", failedOnly: failed !== "" }),
    [entries, text, every, failed, cluster.id],
  );
  const columns = useMemo<LogColumn<LoggedRequest>[]>(
    () => [
      { id: "time", title: t("activity.time"), width: "96px", cell: (entry) => clockTime(entry.started) },
      { id: "method", title: t("activity.method"), width: "72px", cell: (entry) => <b>{verbOf(entry)}</b> },
      {
        id: "path",
        title: t("activity.path"),
        width: "minmax(160px, 1fr)",
        cell: (entry) => <span className="mono">{entry.path}</span>,
      },
      {
        id: "status",
        title: t("activity.status"),
        width: "108px",
        cell: (entry) => {
          const lack = missingAnswerKey(entry);
          return <Badge tone={toneOf(entry)}>{lack === undefined ? entry.status : t(lack)}</Badge>;
        },
      },
      {
        id: "duration",
        title: t("activity.duration"),
        width: "68px",
        isAmount: true,
        cell: (entry) => (entry.duration === undefined ? "…" : duration(entry.duration)),
      },
      {
        id: "size",
        title: t("activity.size"),
        width: "80px",
        isAmount: true,
        cell: (entry) =>
          entry.kind === "watch" ? t("activity.watchFrames", { count: entry.events }) : byteSize(entry.size),
      },
    ],
    [t],
  );
  return (
    <>
      <LogBar
        text={text}
        onText={setText}
        actions={
          <>
            <PauseButton paused={paused} onPause={setPaused} testId="requests-pause" />
            <Button onClick={() => requestLog.clear()}>{t("activity.clear")}</Button>
          </>
        }
      >
        <Button aria-pressed={failed !== ""} onClick={() => setFailed(failed === "" ? "1" : "")}>
          {t("activity.onlyFailed")}
        </Button>
        <Button aria-pressed={every === ""} onClick={() => setEvery(every === "" ? "all" : "")}>
          {t("activity.onlyCluster")}
        </Button>
        <Button
          aria-pressed={withCounts !== ""}
          onClick={() => setWithCounts(withCounts === "" ? "1" : "")}
          data-testid="requests-counts"
        >
          {t("activity.withCounts")}
        </Button>
        <LogCount shown={shown.length} total={entries.length} />
      </LogBar>
      <LogSplit
        label={t("activity.requests")}
        columns={columns}
        items={shown}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        testId="requests"
        empty={
          <EmptyState icon="inbox" title={t("activity.requestsNone")}>
            <p>{t("activity.requestsNoneText")}</p>
          </EmptyState>
        }
        detail={(entry, close) => <RequestDetail entry={entry} onClose={close} />}
      />
    </>
  );
}
