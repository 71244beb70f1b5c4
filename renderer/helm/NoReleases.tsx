import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewAs } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { accessUrl, helmUrl } from "../app/urls.ts";
import { shellAccess } from "../requests/shellAccess.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CommandLine } from "./CommandLine.tsx";
import { helmLine } from "./model/commands.ts";
import type { StoredRevisions } from "./useStoredRevisions.ts";

export interface NoReleasesProps {
  stored: StoredRevisions;
  /** Whether there are releases but none matches the filter. */
  filtered: boolean;
  onClear(): void;
}

/** The content in place of an empty list. */
export function NoReleases({ stored, filtered, onClear }: NoReleasesProps) {
  const { t } = useTranslation();
  const { cluster, namespaces } = useClusterScope();
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const { state, lists } = stored;
  const { secrets, configmaps } = lists;
  if (filtered) {
    return (
      <EmptyState icon="search" title={t("helm.noMatch")} testId="releases-no-match">
        <Button onClick={onClear}>{t("list.clearFilter")}</Button>
      </EmptyState>
    );
  }
  if (secrets.phase === "forbidden" && configmaps.phase === "forbidden") {
    const query = new URLSearchParams({ verb: "list", resource: "secrets", namespace: namespaces });
    return (
      <EmptyState icon="lock" tone="warn" title={t("helm.forbidden")} testId="releases-forbidden">
        <p className="mono">{secrets.error?.message}</p>
        {namespaces === "" ? <p>{t("list.forbiddenHint")}</p> : null}
        <Link className="uiButton" to={`${accessUrl(cluster.id)}?${query}`}>
          {t("list.askAccess")}
        </Link>
      </EmptyState>
    );
  }
  if (state.phase === "failed") {
    return (
      <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")} testId="releases-failed">
        <p className="mono">{state.error?.message}</p>
        <Button icon="refresh" onClick={stored.retry}>
          {t("app.retry")}
        </Button>
      </EmptyState>
    );
  }
  if (
    !(secrets.complete || secrets.phase === "forbidden") ||
    !(configmaps.complete || configmaps.phase === "forbidden")
  ) {
    return <Loading />;
  }
  const [namespace = ""] = namespaces.split(",");
  return (
    <EmptyState icon="helm" title={t("helm.empty")} testId="releases-empty">
      <p>{t("helm.emptyText")}</p>
      <CommandLine line={helmLine(access, namespace, "install", "my-release", "./chart")} />
      {namespaces === "" ? null : (
        <Link className="uiButton" to={helmUrl(cluster.id)}>
          {t("list.showAll")}
        </Link>
      )}
    </EmptyState>
  );
}

/** Reports that one of the two kinds of release storage cannot be read, while releases from the other are shown. */
export function HiddenDriver({ stored: { lists } }: { stored: StoredRevisions }) {
  const { t } = useTranslation();
  const hidden = (["secrets", "configmaps"] as const).filter((driver) => lists[driver].phase === "forbidden");
  const [driver] = hidden;
  if (driver === undefined || hidden.length === 2) return null;
  return (
    <div className="notice warn listNotice" role="status" data-testid="hidden-driver">
      <Icon name="lock" />
      <div>
        {t(`helm.hidden_${driver}`)}
        <p className="muted">{lists[driver].error?.message}</p>
      </div>
    </div>
  );
}
