import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDiscovery } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Discovering } from "../../app/Discovering.tsx";
import { clusterUrl } from "../../app/urls.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";

/**
 * Reports that the server does not serve a kind, after discovery was read again, because a definition may just have
 * been created.
 */
export function UnknownKind({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { refetch } = useDiscovery(cluster.id, vocabulary);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void refetch().finally(() => {
      if (isCurrent) setAsked(name);
    });
    return () => {
      isCurrent = false;
    };
  }, [refetch, name]);
  if (asked !== name) return <Discovering />;
  return (
    <EmptyState icon="search" title={t("list.unknownKind")} testId="unknown-kind">
      <p>{t("list.unknownKindText", { key: name })}</p>
      <Link className="uiButton" to={clusterUrl(cluster.id)}>
        {t("overview.title")}
      </Link>
    </EmptyState>
  );
}
