import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { Loading } from "../app/Loading.tsx";
import { ReplaceRedirect } from "../app/ReplaceRedirect.tsx";
import { clusterUrl, newUrl } from "../app/urls.ts";
import { takeHandover } from "../clusters/hostActions.ts";
import { keepOpened, type OpenedState, openedIn } from "../editor/manifests/openedText.ts";
import { useDocuments } from "../editor/manifests/useDocuments.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { typeForDocuments } from "./typeForDocuments.ts";

/**
 * Forwards an opened text to the page for new objects of its kind. The text comes from a dropped or chosen file, or
 * from `orrery open` through the host.
 */
export function OpenTextPage() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const from = useSearchParams()[0].get("from") ?? "";
  const { state } = useLocation();
  const isHere = openedIn(state)?.text !== undefined;
  // Requested only once, because the host returns the text only once.
  const handover = useQuery({
    queryKey: ["handover", from],
    queryFn: async () => keepOpened(await takeHandover(from)),
    enabled: from !== "" && !isHere,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const opened: unknown = isHere ? state : handover.data;
  if (openedIn(opened)?.text !== undefined) return <Forward state={opened as OpenedState} />;
  if (handover.isLoading) return <Loading />;
  return (
    <EmptyState icon="inbox" title={t("files.gone")} testId="file-gone">
      <p>{handover.error?.message ?? t("files.goneText")}</p>
      <Link className="uiButton" to={clusterUrl(cluster.id)}>
        {cluster.name}
      </Link>
    </EmptyState>
  );
}

function Forward({ state }: { state: OpenedState }) {
  const { t } = useTranslation();
  const { cluster, types, discovering, undiscovered, namespace } = useClusterScope();
  const text = openedIn(state)?.text ?? "";
  const { documents, isBehind } = useDocuments(text, types);
  if (isBehind) return <Loading text={t("editor.reading")} />;
  const type = typeForDocuments(documents, types);
  if (type !== undefined) return <ReplaceRedirect to={newUrl(cluster.id, type, namespace)} state={state} />;
  if (discovering) return <Discovering />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  return <EmptyState icon="lock" title={t("files.nothingCreatable")} />;
}
