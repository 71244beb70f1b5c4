import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { ACTIVITY_VIEWS, type ActivityView, activityUrl } from "../app/urls.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { AuditPanel } from "./audit/AuditPanel.tsx";
import { EventsPanel } from "./events/EventsPanel.tsx";
import { HealthPanel } from "./health/HealthPanel.tsx";
import { MetricsPanel } from "./health/MetricsPanel.tsx";
import { WatchPanel } from "./inspector/WatchPanel.tsx";
import { RequestsPanel } from "./log/RequestsPanel.tsx";
import "./ActivityPage.css";

const PANELS: Readonly<Record<ActivityView, () => React.ReactNode>> = {
  requests: RequestsPanel,
  audit: AuditPanel,
  watch: WatchPanel,
  events: EventsPanel,
  health: HealthPanel,
  metrics: MetricsPanel,
};

/**
 * The activity page: requests of the console, raw watch events, events of the API, health and metrics of the server.
 */
export function ActivityPage() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const { view } = useParams();
  const current = ACTIVITY_VIEWS.find((each) => each === view) ?? "requests";
  return (
    <div className="activity">
      <header className="pageHead">
        <h1>{t("activity.title")}</h1>
      </header>
      <Tabs
        label={t("activity.title")}
        current={current}
        onChange={(id) => void navigate(activityUrl(cluster.id, id as ActivityView))}
        tabs={ACTIVITY_VIEWS.map((id) => {
          const Panel = PANELS[id];
          return { id, label: t(`activity.${id}`), content: <Panel key={cluster.id} /> };
        })}
      />
    </div>
  );
}
