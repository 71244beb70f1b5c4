import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ErrorMessage } from "../../access/refusals/ErrorText.tsx";
import { useCreateRefusal } from "../../access/refusals/useCreateRefusal.ts";
import { CANCELLED } from "../../api/lists/listStatus.ts";
import type { ResourceList } from "../../api/lists/useResourceList.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { accessUrl, listUrl, newUrl } from "../../app/urls.ts";
import { useNamespaceGone } from "../../app/useNamespaceGone.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SlowNotice } from "../../ui/SlowNotice.tsx";
import { isCreatedByUsers } from "./createdByUsers.ts";
import "./ListBody.css";

export interface ListBodyProps {
  list: ResourceList;
  shown: number;
  kinds: string;
  type: ResourceType;
  namespace: string;
  /** Whether the request has selectors: an empty list then means that nothing matches. */
  selectors: boolean;
  onClearFilter(): void;
  onClearSelectors(): void;
  /** The table; shown whenever there are rows, regardless of the state. */
  children: ReactNode;
}

/** Widths of the placeholder lines: irregular like names, and all different. */
const LINE_WIDTHS = Array.from({ length: 14 }, (_, i) => `${38 + ((i * 37) % 48)}%`);

function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {LINE_WIDTHS.map((width) => (
        <div key={width} style={{ width }} />
      ))}
    </div>
  );
}

function Forbidden({ list, kinds, type, namespace }: ListBodyProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const group = type.group === "" ? type.resource : `${type.resource}.${type.group}`;
  const query = new URLSearchParams({ verb: "list", resource: group, namespace });
  return (
    <EmptyState icon="lock" tone="warn" title={t("list.forbiddenTitle", { kind: kinds })} testId="list-forbidden">
      <p className="mono">{list.state.error?.message}</p>
      {type.namespaced && namespace === "" ? <p>{t("list.forbiddenHint")}</p> : null}
      <Link className="uiButton" to={`${accessUrl(cluster.id)}?${query}`}>
        {t("list.askAccess")}
      </Link>
    </EmptyState>
  );
}

function Empty({ kinds, type, namespace }: ListBodyProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const isOne = !namespace.includes(",");
  const mayNotCreate = useCreateRefusal(type, namespace);
  const isGone = useNamespaceGone(type.namespaced && isOne ? namespace : "");
  const where = isGone ? "list.noNamespace" : namespace === "" ? "list.emptyText" : "list.emptyIn";
  return (
    <EmptyState icon="inbox" title={t("list.emptyTitle", { kind: kinds })} testId="list-empty">
      <p>{t(where, { namespace: namespace.replaceAll(",", ", ") })}</p>
      <div className="emptyActions">
        {namespace === "" ? null : (
          <Link className="uiButton" to={listUrl(cluster.id, type)}>
            {t("list.showAll")}
          </Link>
        )}
        {type.verbs.includes("create") && isCreatedByUsers(type) && !isGone ? (
          <Button icon="plus" refusal={mayNotCreate} onClick={() => navigate(newUrl(cluster.id, type, namespace))}>
            {t("list.newObject", { kind: type.kind })}
          </Button>
        ) : null}
      </div>
    </EmptyState>
  );
}

/**
 * The content below the toolbar: the table, or else the state. Reports that there are no objects only after a complete
 * list.
 */
export function ListBody(props: ListBodyProps) {
  const { list, shown } = props;
  const { t } = useTranslation();
  const { phase, error } = list.state;
  let instead: ReactNode;
  if (phase === "forbidden") instead = <Forbidden {...props} />;
  else if (error?.reason === CANCELLED && list.rows.size === 0) {
    instead = (
      <EmptyState icon="alert" tone="warn" title={t("waiting.listGivenUp")} testId="list-given-up">
        <p>{t("waiting.listGivenUpText")}</p>
        <Button icon="refresh" onClick={list.retry}>
          {t("app.retry")}
        </Button>
      </EmptyState>
    );
  } else if (phase === "failed") {
    instead = (
      <EmptyState icon="alert" tone="bad" title={t("list.failedTitle")} testId="list-failed">
        <p className="mono">
          {error?.reason ? `${error.reason}: ` : ""}
          <ErrorMessage error={error} />
        </p>
        <Button icon="refresh" onClick={list.retry}>
          {t("app.retry")}
        </Button>
      </EmptyState>
    );
  } else if (list.rows.size === 0 && list.state.complete && props.selectors) {
    instead = (
      <EmptyState icon="search" title={t("browse.noneSelected")} testId="list-none-selected">
        <Button onClick={props.onClearSelectors}>{t("browse.clearSelectors")}</Button>
      </EmptyState>
    );
  } else if (list.rows.size === 0 && list.state.complete) {
    instead = <Empty {...props} />;
  } else if (list.rows.size === 0) instead = <Skeleton />;
  else if (shown === 0) {
    instead = (
      <EmptyState icon="search" title={t("list.noMatch")} testId="list-no-match">
        <Button onClick={props.onClearFilter}>{t("list.clearFilter")}</Button>
      </EmptyState>
    );
  }
  return (
    <div className={phase === "stale" ? "listBody stale" : "listBody"}>
      {phase === "loading" ? <SlowNotice onCancel={list.cancel} /> : null}
      {instead ?? props.children}
    </div>
  );
}
