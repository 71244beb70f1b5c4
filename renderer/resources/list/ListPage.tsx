import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Discovering } from "../../app/Discovering.tsx";
import { DiscoveryFailed } from "../../app/DiscoveryFailed.tsx";
import { groupFromUrl } from "../../app/urls.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ObjectOverview } from "../object/lazyOverview.ts";
import { ListView } from "./ListView.tsx";
import { UnknownKind } from "./UnknownKind.tsx";

/** The list of one kind, after checking that the server serves it. */
export function ListPage() {
  const { t } = useTranslation();
  const { cluster, types, discovering, undiscovered, namespaces } = useClusterScope();
  useEffect(() => void ObjectOverview.preload(), []);
  const { group = "", version = "", resource = "" } = useParams();
  const type = types.find(
    (entry) => entry.group === groupFromUrl(group) && entry.version === version && entry.resource === resource,
  );
  if (type === undefined && discovering) return <Discovering />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  if (type === undefined) return <UnknownKind name={`${group}/${version}/${resource}`} />;
  if (!type.verbs.includes("list")) {
    return (
      <EmptyState icon="lock" title={t("list.noList", { kind: type.kind })}>
        <p>{t("list.noListText", { verbs: type.verbs.join(", ") })}</p>
      </EmptyState>
    );
  }
  const scope = type.namespaced ? namespaces : "";
  return <ListView key={`${cluster.id}/${group}/${version}/${resource}/${scope}`} type={type} namespace={scope} />;
}
