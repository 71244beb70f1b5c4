import { useTranslation } from "react-i18next";
import { useClusters } from "../api/queries.ts";
import { AppearanceMenu } from "../app/AppearanceMenu.tsx";
import { HostTrouble } from "../app/HostTrouble.tsx";
import { Loading } from "../app/Loading.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Logo } from "../ui/Logo.tsx";
import { ClusterCard } from "./ClusterCard.tsx";

/** All clusters that the host knows. Nothing is contacted before one is opened. */
export function HomePage() {
  const { t } = useTranslation();
  const clusters = useClusters();
  let content = <Loading />;
  if (clusters.data !== undefined && clusters.data.length > 0) {
    content = (
      <ul className="clusterGrid" data-testid="clusters">
        {clusters.data.map((cluster) => (
          <li key={cluster.id}>
            <ClusterCard cluster={cluster} />
          </li>
        ))}
      </ul>
    );
  } else if (clusters.data !== undefined) {
    content = (
      <EmptyState icon="plug" title={t("clusters.none")}>
        <p>{t("clusters.noneText")}</p>
      </EmptyState>
    );
  } else if (clusters.isError) {
    content = <HostTrouble error={clusters.error} onRetry={() => void clusters.refetch()} />;
  }
  return (
    <div className="home">
      <header className="homeBar">
        <span className="brand">
          <Logo />
          <span>{t("app.name")}</span>
        </span>
        <span className="spacer" />
        <AppearanceMenu />
      </header>
      <main className="homeMain">
        <h1>{t("clusters.title")}</h1>
        <p className="muted">{t("clusters.lead")}</p>
        {content}
      </main>
    </div>
  );
}
