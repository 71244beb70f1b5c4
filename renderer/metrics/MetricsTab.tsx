import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { Loading } from "../app/Loading.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { UsageChart } from "./UsageChart.tsx";
import { levelsOf } from "./usage.ts";
import { useUsage } from "./useUsage.ts";
import "../logs/hues.css";
import "./metrics.css";

/** The CPU and memory usage of a pod or a node over the last half hour. */
export function MetricsTab({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const { types, discovering, undiscovered, vocabulary } = useClusterScope();
  const group = vocabulary.render("metrics.{domain}");
  const isServed = types.some((type) => type.group === group);
  const { points, error, isPending } = useUsage(object, isServed);
  if (!isServed && discovering) return <Discovering />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  if (!isServed) {
    return (
      <EmptyState icon="pulse" title={t("metrics.notServed")} testId="metrics-not-served">
        <p>{t("metrics.notServedLead", { group })}</p>
      </EmptyState>
    );
  }
  if (points.length === 0) {
    if (isPending) return <Loading />;
    const isEarly = isApiError(error) && error.code === 404;
    return (
      <EmptyState
        icon={isEarly ? "clock" : "alert"}
        tone={isEarly ? "neutral" : "warn"}
        title={t(isEarly ? "metrics.none" : "metrics.failed")}
        testId="metrics-none"
      >
        <p>{isEarly || error === null ? t("metrics.noneLead") : <ErrorText error={error} />}</p>
      </EmptyState>
    );
  }
  const limitName = t(object.kind === "Node" ? "metrics.allocatable" : "metrics.limit");
  return (
    <div className="pageScroll padded usage" data-testid="metrics">
      <div className="usageCharts">
        {(["cpu", "memory"] as const).map((measure) => (
          <UsageChart
            key={measure}
            title={t(`metrics.${measure}`)}
            measure={measure}
            points={points}
            levels={levelsOf(object, measure)}
            limitName={limitName}
          />
        ))}
      </div>
      <p className="faint">{t("metrics.kept")}</p>
      {error === null ? null : (
        <p className="notice" role="status">
          <ErrorText error={error} />
        </p>
      )}
    </div>
  );
}
