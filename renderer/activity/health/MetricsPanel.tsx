import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { ChartLine } from "./Chart.tsx";
import { usePoints } from "./usePoints.ts";
import "./MetricsPanel.css";

const Chart = lazy(() => import("./Chart.tsx"));

/** Charts of the server's metrics. Sends no requests while it is closed. */
export function MetricsPanel() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { points, error, pending } = usePoints(cluster.id);
  const line = (key: ChartLine["key"], colour = "--accent", label = ""): ChartLine => ({ key, label, colour });
  const charts: { id: string; title: string; lines: ChartLine[] }[] = [
    { id: "rate", title: t("activity.metricsRate"), lines: [line("rate")] },
    {
      id: "latency",
      title: t("activity.metricsLatency"),
      lines: [
        line("p50", "--good", t("activity.p50")),
        line("p90", "--warn", t("activity.p90")),
        line("p99", "--bad", t("activity.p99")),
      ],
    },
    {
      id: "inFlight",
      title: t("activity.metricsInFlight"),
      lines: [line("readOnly", "--accent", t("activity.readOnly")), line("mutating", "--warn", t("activity.mutating"))],
    },
    {
      id: "errors",
      title: t("activity.metricsErrors"),
      lines: [
        line("clientErrors", "--warn", t("activity.client")),
        line("serverErrors", "--bad", t("activity.server")),
      ],
    },
    { id: "watches", title: t("activity.metricsWatches"), lines: [line("watches")] },
    { id: "memory", title: t("activity.metricsMemory"), lines: [line("memoryMiB")] },
  ];
  if (pending) return <Loading />;
  if (error !== null) {
    return (
      <EmptyState icon="lock" tone="warn" title={t("activity.metricsForbidden")}>
        <p>
          <ErrorText error={error} />
        </p>
        <p>{t("activity.metricsForbiddenText")}</p>
      </EmptyState>
    );
  }
  return (
    <div className="page">
      {points.length === 0 ? (
        <p className="muted chartsWait" role="status">
          {t("activity.metricsWaiting")}
        </p>
      ) : null}
      <div className="charts" data-testid="charts" data-points={points.length}>
        <Suspense fallback={<Loading />}>
          {charts.map((chart) => (
            <Chart key={chart.id} title={chart.title} lines={chart.lines} points={points} />
          ))}
        </Suspense>
      </div>
    </div>
  );
}
