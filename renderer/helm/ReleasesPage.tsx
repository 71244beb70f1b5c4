import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { releaseUrl } from "../app/urls.ts";
import { useViewParam } from "../app/useViewParam.ts";
import { StateBadge } from "../resources/list/StateBadge.tsx";
import { UnseenNotice } from "../resources/list/UnseenNotice.tsx";
import { FilterBox } from "../ui/forms/FilterBox.tsx";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import { SlowNotice } from "../ui/SlowNotice.tsx";
import { filterReleases, releasesOf } from "./model/releases.ts";
import { HiddenDriver, NoReleases } from "./NoReleases.tsx";
import { ReleaseTable } from "./ReleaseTable.tsx";
import { useStoredRevisions } from "./useStoredRevisions.ts";
import "./helm.css";

/** The helm releases of the chosen namespaces. */
export function ReleasesPage() {
  const { cluster, namespaces } = useClusterScope();
  return <Releases key={`${cluster.id}/${namespaces}`} namespaces={namespaces} />;
}

function Releases({ namespaces }: { namespaces: string }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const [inUrl, setInUrl] = useViewParam("q");
  const [text, setText] = useAddressText(inUrl, setInUrl);
  const [selected, select] = useState("");
  const stored = useStoredRevisions(namespaces);
  const releases = useMemo(() => releasesOf(stored.revisions), [stored.revisions]);
  const shown = useMemo(() => filterReleases(releases, text), [releases, text]);
  const open = (key: string): void => {
    const release = releases.find((each) => each.key === key);
    if (release !== undefined) void navigate(releaseUrl(cluster.id, release));
  };
  return (
    <>
      <div className="pageHead">
        <div className="crumbs">
          <h1>{t("helm.title")}</h1>
          {namespaces === "" ? null : <span className="muted">{namespaces}</span>}
        </div>
        <StateBadge state={stored.state} onRetry={stored.retry} />
        {stored.state.complete && releases.length > 0 ? (
          <span className="faint" aria-live="polite" data-testid="release-count">
            {shown.length === releases.length
              ? t("helm.count", { count: releases.length })
              : t("list.countFiltered", { shown: shown.length, count: releases.length })}
          </span>
        ) : null}
        <span className="spacer" />
        <FilterBox
          label={t("helm.filter")}
          value={text}
          onChange={setText}
          onEnter={() => document.querySelector<HTMLElement>('[data-testid="releases"]')?.focus()}
          testId="filter"
        >
          <kbd>/</kbd>
        </FilterBox>
      </div>
      <HiddenDriver stored={stored} />
      <UnseenNotice state={stored.lists.secrets} />
      {stored.state.phase === "loading" ? <SlowNotice onCancel={stored.cancel} /> : null}
      {shown.length === 0 ? (
        <NoReleases stored={stored} filtered={releases.length > 0} onClear={() => setText("")} />
      ) : (
        <ReleaseTable
          releases={shown}
          withNamespace={namespaces === "" || namespaces.includes(",")}
          selected={selected}
          onSelect={select}
          onOpen={open}
        />
      )}
    </>
  );
}
