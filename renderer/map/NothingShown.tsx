import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { useClusterScope } from "../app/clusterContext.ts";
import { mapUrl } from "../app/urls.ts";
import { useNamespaceGone } from "../app/useNamespaceGone.ts";
import { CreateButton } from "../overview/CreateButton.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import type { MapObjects } from "./useMapObjects.ts";
import type { useMapUrl } from "./useMapUrl.ts";

export interface NothingShownProps {
  live: MapObjects;
  /** Whether the map is empty even without the filter. */
  isEmpty: boolean;
  url: ReturnType<typeof useMapUrl>;
}

/** Shown in place of an empty map: the reason, and the next step. */
export function NothingShown({ live, isEmpty, url }: NothingShownProps) {
  const { t } = useTranslation();
  const { namespaces } = useClusterScope();
  if (!isEmpty) return <NoMatch url={url} />;
  const failed = live.parts.find(({ state }) => state.error !== undefined && !state.complete);
  const isForbidden = live.parts.every(({ state }) => state.phase === "forbidden");
  if (failed === undefined) return <Empty />;
  return (
    <EmptyState
      icon={isForbidden ? "lock" : "alert"}
      tone={isForbidden ? "warn" : "bad"}
      title={isForbidden ? t("map.forbidden") : t("map.failed")}
      testId="map-unread"
    >
      <p>
        <ErrorText error={failed.state.error} />
      </p>
      {isForbidden && namespaces === "" ? <p>{t("list.forbiddenHint")}</p> : null}
      <Button icon="refresh" onClick={live.retry}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}

function NoMatch({ url }: Pick<NothingShownProps, "url">) {
  const { t } = useTranslation();
  const { text, attentionOnly, hiddenKinds } = url.filter;
  const isWell = attentionOnly && text === "" && hiddenKinds.size === 0;
  const clear = (): void => {
    url.setText("");
    url.setUnwellOnly(false);
    url.showAllKinds();
  };
  return (
    <EmptyState
      icon={isWell ? "check" : "search"}
      title={isWell ? t("map.allWell") : t("map.noMatch")}
      testId="map-no-match"
    >
      <Button onClick={clear}>{t("map.clear")}</Button>
    </EmptyState>
  );
}

function Empty() {
  const { t } = useTranslation();
  const { cluster, namespace, namespaces } = useClusterScope();
  const isGone = useNamespaceGone(namespace);
  const where = namespaces.replaceAll(",", ", ");
  return (
    <EmptyState
      icon="map"
      title={isGone ? t("map.gone", { namespace }) : t("map.empty")}
      testId={isGone ? "map-gone" : "map-empty"}
    >
      <p>{isGone ? t("map.goneText") : where === "" ? t("map.emptyAll") : t("map.emptyIn", { namespace: where })}</p>
      {namespaces === "" ? null : (
        <Link className="uiButton" to={mapUrl(cluster.id)}>
          {t("map.showAll")}
        </Link>
      )}
      {isGone ? null : (
        <CreateButton icon="plus" data-testid="map-create">
          {t("map.create")}
        </CreateButton>
      )}
    </EmptyState>
  );
}
