import { useTranslation } from "react-i18next";
import type { Overview } from "../../../shared/console/overview.ts";
import { HostNotice, HostTrouble } from "../../app/HostTrouble.tsx";
import { Loading } from "../../app/Loading.tsx";
import { AppearanceMenu } from "../../app/topBar/AppearanceMenu.tsx";
import { useViewParam } from "../../app/useViewParam.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useAddressText } from "../../ui/forms/useAddressText.ts";
import { Logo } from "../../ui/Logo.tsx";
import { AddDialog, isAddTab } from "../dialogs/AddDialog.tsx";
import { ClusterCard } from "./ClusterCard.tsx";
import { ContextRow } from "./ContextRow.tsx";
import { groupClusters } from "./clusterGroups.ts";
import { HomeActions } from "./HomeActions.tsx";
import { HomeHelp } from "./HomeHelp.tsx";
import { useOverview } from "./useOverview.ts";
import "../../app/startBar.css";
import "./HomePage.css";

/**
 * All clusters that the host knows. Connects to none of them until the user opens it. The search text is in the
 * address.
 */
export function HomePage() {
  const { t } = useTranslation();
  const overview = useOverview();
  const [inUrl, setInUrl] = useViewParam("q");
  const [text, setText] = useAddressText(inUrl, setInUrl);
  const [tab, setTab] = useViewParam("add");
  const [unknown] = useViewParam("unknown");
  let content = <Loading />;
  if (overview.data !== undefined) {
    content = <Groups overview={overview.data} text={text} onAdd={() => setTab("paste")} />;
  } else if (overview.isError) {
    content = <HostTrouble error={overview.error} onRetry={() => void overview.refetch()} />;
  }
  return (
    <div className="home">
      <header className="startBar">
        <span className="brand">
          <Logo />
          <span>{t("app.name")}</span>
        </span>
        <span className="spacer" />
        <HomeHelp clusters={overview.data?.clusters ?? []} />
        <AppearanceMenu />
      </header>
      <main className="homeMain">
        {overview.data !== undefined && overview.error !== null ? (
          <HostNotice error={overview.error} onRetry={() => void overview.refetch()} />
        ) : null}
        <div className="homeHead">
          <div>
            <h1>{t("clusters.title")}</h1>
            <p className="muted">{t("clusters.lead")}</p>
          </div>
          <input
            type="search"
            className="uiInput homeSearch"
            aria-label={t("home.search")}
            placeholder={t("home.searchHint")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            data-testid="cluster-search"
          />
        </div>
        {unknown === "" ? null : (
          <p className="notice warn" role="status" data-testid="unknown-cluster">
            {t("files.unknownCluster", { id: unknown })}
          </p>
        )}
        {content}
      </main>
      {isAddTab(tab) ? <AddDialog tab={tab} onTab={setTab} onClose={() => setTab("")} /> : null}
    </div>
  );
}

function Groups({ overview, text, onAdd }: { overview: Overview; text: string; onAdd(): void }) {
  const { t } = useTranslation();
  const { sandboxes, remotes } = groupClusters(overview.clusters, text);
  const isSearching = text.trim() !== "";
  if (isSearching && sandboxes.length + remotes.length === 0) {
    return <EmptyState icon="search" title={t("home.noMatch", { text })} testId="no-cluster" />;
  }
  return (
    <>
      {isSearching && sandboxes.length === 0 ? null : (
        <section aria-labelledby="sandboxes">
          <div className="groupHead">
            <div>
              <h2 id="sandboxes">{t("home.sandboxes")}</h2>
              <p className="faint">{t("home.sandboxesText")}</p>
            </div>
            <span className="spacer" />
            <HomeActions />
          </div>
          <ul className="clusterGrid" data-testid="clusters">
            {sandboxes.map((cluster) => (
              <li key={cluster.id}>
                <ClusterCard cluster={cluster} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isSearching && remotes.length === 0 ? null : (
        <section aria-labelledby="remotes">
          <div className="groupHead">
            <div>
              <h2 id="remotes">{t("home.remotes")}</h2>
              <p className="faint">{t("home.remotesText")}</p>
            </div>
            <span className="spacer" />
            <Button icon="plus" onClick={onAdd} data-testid="add-cluster">
              {t("home.add")}
            </Button>
          </div>
          {overview.problems.map(({ source, message }) => (
            <p key={source} className="notice warn" role="status" data-testid="source-problem">
              <strong>{t("home.problem")}.</strong> {message}
            </p>
          ))}
          {remotes.length === 0 ? (
            <div className="noContexts" data-testid="no-contexts">
              <strong>{t("home.noRemotes")}</strong>
              <span className="muted">{t("home.noRemotesText", { files: overview.files.join(", ") })}</span>
            </div>
          ) : (
            <ul className="contextList" data-testid="contexts">
              {remotes.map((cluster) => (
                <ContextRow key={cluster.id} cluster={cluster} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
