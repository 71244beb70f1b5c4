import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { clusterUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ClusterMenu } from "../menu/ClusterMenu.tsx";
import { toneOf } from "./clusterGroups.ts";
import "../../app/clusterMark.css";
import "./clusterEntry.css";
import "./ContextRow.css";

/** One context of a kubeconfig: its server, its login, and the result of the last contact. */
export function ContextRow({ cluster }: { cluster: ClusterSummary }) {
  const { t } = useTranslation();
  return (
    <li
      className="clusterEntry contextRow"
      style={{ "--cluster": cluster.colour } as React.CSSProperties}
      data-testid={`cluster-${cluster.id}`}
      data-state={cluster.state}
    >
      <span className="clusterMark" aria-hidden="true" />
      <div className="contextName">
        <Link to={clusterUrl(cluster.id)} data-tip={cluster.name}>
          {cluster.name}
        </Link>
        <span className="faint contextSource" data-tip={cluster.source}>
          {cluster.source}
        </span>
      </div>
      <div className="contextPlace">
        <span className="mono" data-tip={cluster.apiServer}>
          {cluster.apiServer}
        </span>
        <span className="faint">
          {[t(`home.login.${cluster.login ?? "none"}`), cluster.version].filter(Boolean).join(" · ")}
        </span>
      </div>
      <div className="contextBadges">
        {cluster.insecure === true ? <Badge tone="warn">{t("home.insecure")}</Badge> : null}
        {cluster.readOnly === true ? <Badge tone="warn">{t("home.readOnly")}</Badge> : null}
        <Badge tone={toneOf(cluster.state)} dot>
          {t(`home.state.${cluster.state}`)}
        </Badge>
        <Link className="uiButton" to={clusterUrl(cluster.id)} aria-label={t("home.openNamed", { name: cluster.name })}>
          {t("home.open")}
        </Link>
      </div>
      <ClusterMenu cluster={cluster} />
      {cluster.reason === undefined ? null : <p className="clusterReason">{cluster.reason}</p>}
    </li>
  );
}
