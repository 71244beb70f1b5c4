import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { clusterUrl, learnUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyLine } from "../CopyLine.tsx";
import { act } from "../hostActions.ts";
import { ClusterMenu } from "../menu/ClusterMenu.tsx";
import { useClusterAction } from "../useClusterAction.ts";
import { canStart, toneOf } from "./clusterGroups.ts";
import "../../app/clusterMark.css";
import "./clusterEntry.css";
import "./ClusterCard.css";

/** One sandbox: its state, its address, and a link to open it. */
export function ClusterCard({ cluster }: { cluster: ClusterSummary }) {
  const { t } = useTranslation();
  const start = useClusterAction(() => act(cluster.id, "start"));
  return (
    <article
      className="clusterEntry clusterCard"
      style={{ "--cluster": cluster.colour } as React.CSSProperties}
      data-testid={`cluster-${cluster.id}`}
      data-state={cluster.state}
    >
      <div className="clusterCardHead">
        <span className="clusterMark" aria-hidden="true" />
        <h3>
          <Link to={clusterUrl(cluster.id)}>{cluster.name}</Link>
        </h3>
        <span className="faint">{cluster.version}</span>
        <span className="spacer" />
        {cluster.readOnly === true ? <Badge tone="warn">{t("home.readOnly")}</Badge> : null}
        <Badge tone={toneOf(cluster.state)} dot>
          {t(`home.state.${cluster.state}`)}
        </Badge>
        <ClusterMenu cluster={cluster} />
      </div>
      {cluster.reason === undefined ? null : <p className="clusterReason">{cluster.reason}</p>}
      {canStart(cluster.state) ? (
        <div className="clusterStart">
          <Button busy={start.isPending} onClick={() => start.mutate()} data-testid={`start-${cluster.id}`}>
            {t("home.do.start")}
          </Button>
        </div>
      ) : (
        <>
          <dl>
            <CopyLine name={t("clusters.apiServer")} value={cluster.apiServer} label={t("clusters.copyAddress")} />
            <CopyLine name={t("clusters.kubeconfig")} value={cluster.kubeconfig} label={t("clusters.copyKubeconfig")} />
          </dl>
          <div className="clusterDoors">
            <Link
              className="uiButton"
              to={clusterUrl(cluster.id)}
              aria-label={t("home.openNamed", { name: cluster.name })}
            >
              {t("home.open")}
            </Link>
            <Link
              className="uiButton quiet"
              to={learnUrl(cluster.id)}
              aria-label={t("home.learnNamed", { name: cluster.name })}
            >
              {t("home.learn")}
            </Link>
          </div>
        </>
      )}
    </article>
  );
}
