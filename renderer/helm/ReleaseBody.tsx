import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { RELEASE_TABS, type ReleaseTab, releaseUrl } from "../app/urls.ts";
import { useReveal } from "../secrets/useReveal.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { HooksTab } from "./HooksTab.tsx";
import type { StoredRevision } from "./model/releases.ts";
import { ObjectsTab } from "./objects/ObjectsTab.tsx";
import type { ReleasePartProps } from "./partProps.ts";
import { ReleaseFacts } from "./ReleaseFacts.tsx";
import { RevisionsTab } from "./RevisionsTab.tsx";
import { ManifestTab, NotesTab, ValuesTab } from "./TextTabs.tsx";
import { useRelease } from "./useRelease.ts";
import { useReleaseErrorText } from "./useReleaseErrorText.ts";

export interface ReleaseBodyProps {
  /** Newest first. */
  revisions: readonly StoredRevision[];
  shown: StoredRevision;
  tab: ReleaseTab;
}

/** One revision, in tabs that are part of the address. */
export function ReleaseBody({ revisions, shown, tab }: ReleaseBodyProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const read = useRelease(shown);
  const [revealed, onReveal] = useReveal(shown.uid);
  const trouble = useReleaseErrorText(read.error);
  const withRelease = (draw: (part: ReleasePartProps) => ReactNode): ReactNode => {
    if (read.data !== undefined) return draw({ release: read.data, revealed, onReveal });
    if (trouble === "") return <Loading />;
    return (
      <EmptyState icon="alert" tone="bad" title={t("helm.unreadable")} testId="release-damaged">
        <p>{trouble}</p>
        <Button icon="refresh" onClick={() => void read.refetch()}>
          {t("app.retry")}
        </Button>
      </EmptyState>
    );
  };
  const contents: Readonly<Record<ReleaseTab, ReactNode>> = {
    objects: withRelease((part) => <ObjectsTab {...part} />),
    revisions: <RevisionsTab revisions={revisions} revealed={revealed} onReveal={onReveal} />,
    values: withRelease((part) => <ValuesTab {...part} />),
    manifest: withRelease((part) => <ManifestTab {...part} />),
    hooks: withRelease((part) => <HooksTab {...part} />),
    notes: withRelease((part) => <NotesTab {...part} />),
  };
  return (
    <div className="release" data-testid="release">
      <ReleaseFacts stored={shown} release={read.data} />
      <Tabs
        label={t("helm.parts")}
        current={tab}
        onChange={(id) => void navigate(releaseUrl(cluster.id, shown, id as ReleaseTab, params))}
        tabs={RELEASE_TABS.map((id) => ({ id, label: t(`helm.tab.${id}`), content: contents[id] }))}
      />
    </div>
  );
}
