import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { helmUrl, RELEASE_TABS, type ReleaseTab, releaseUrl } from "../app/urls.ts";
import { addressNow } from "../app/useAddress.ts";
import { StateBadge } from "../resources/list/StateBadge.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { CommandsButton } from "./CommandsButton.tsx";
import type { StoredRevision } from "./model/releases.ts";
import { ReleaseBody } from "./ReleaseBody.tsx";
import { RevisionMenu } from "./RevisionMenu.tsx";
import { StatusBadge } from "./StatusBadge.tsx";
import { useStoredRevisions } from "./useStoredRevisions.ts";
import "./helm.css";

/** Everything that helm stores of one release, compared with the cluster. */
export function ReleasePage() {
  const { cluster } = useClusterScope();
  const { namespace = "", name = "", tab } = useParams();
  const current = RELEASE_TABS.find((each) => each === tab) ?? "objects";
  return <ReleaseView key={`${cluster.id}/${namespace}/${name}`} release={{ namespace, name }} tab={current} />;
}

interface ReleaseViewProps {
  release: { namespace: string; name: string };
  tab: ReleaseTab;
}

function ReleaseView({ release, tab }: ReleaseViewProps) {
  const { t } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const stored = useStoredRevisions(release.namespace, release.name);
  const revisions = useMemo(() => stored.revisions.toSorted((a, b) => b.revision - a.revision), [stored.revisions]);
  const [newest] = revisions;
  const asked = params.get("rev");
  const shown = asked === null ? newest : revisions.find(({ revision }) => String(revision) === asked);
  const show = (revision: StoredRevision): void => {
    const query = addressNow();
    if (revision === newest) query.delete("rev");
    else query.set("rev", String(revision.revision));
    void navigate(releaseUrl(cluster.id, release, tab, query), { replace: true });
  };
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <Link to={helmUrl(cluster.id, namespaces)}>{t("helm.title")}</Link>
          <span className="sep">/</span>
          <span className="muted">{release.namespace}</span>
          <span className="sep">/</span>
          <h1>{release.name}</h1>
        </div>
        {shown === undefined ? null : <StatusBadge status={shown.status} />}
        <StateBadge state={stored.state} onRetry={stored.retry} />
        <span className="spacer" />
        {shown === undefined ? null : (
          <>
            <RevisionMenu revisions={revisions} shown={shown} onShow={show} />
            <CommandsButton release={release} revisions={revisions} shown={shown} />
          </>
        )}
      </div>
      {shown === undefined ? (
        <Absent isKnown={revisions.length > 0} isComplete={stored.state.complete} error={stored.state.error}>
          <Link
            className="uiButton"
            to={revisions.length > 0 ? releaseUrl(cluster.id, release, tab) : helmUrl(cluster.id)}
          >
            {t(revisions.length > 0 ? "helm.newest" : "helm.all")}
          </Link>
        </Absent>
      ) : (
        <ReleaseBody revisions={revisions} shown={shown} tab={tab} />
      )}
    </>
  );
}

interface AbsentProps {
  /** Whether other revisions of the release exist. */
  isKnown: boolean;
  isComplete: boolean;
  error: Error | undefined;
  children: React.ReactNode;
}

/** Replaces a release that is loading, cannot be read, or does not exist. */
function Absent({ isKnown, isComplete, error, children }: AbsentProps) {
  const { t } = useTranslation();
  if (isKnown) {
    return (
      <EmptyState icon="search" title={t("helm.revisionGone")} testId="revision-gone">
        <p>{t("helm.revisionGoneText")}</p>
        {children}
      </EmptyState>
    );
  }
  if (error !== undefined) {
    return (
      <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")} testId="release-trouble">
        <p className="mono">{error.message}</p>
        {children}
      </EmptyState>
    );
  }
  if (!isComplete) return <Loading />;
  return (
    <EmptyState icon="inbox" title={t("helm.gone")} testId="release-gone">
      <p>{t("helm.goneText")}</p>
      {children}
    </EmptyState>
  );
}
