import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useDiscovery } from "../api/queries.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { Loading } from "../app/Loading.tsx";
import { ReplaceRedirect } from "../app/ReplaceRedirect.tsx";
import { mapUrl } from "../app/urls.ts";
import { ClusterMapView } from "./ClusterMapView.tsx";

/** The map of the objects in the namespaces of the address; if it has none, in those set for the cluster. */
export function MapPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary, types, discovering } = useClusterScope();
  const discovery = useDiscovery(cluster.id, vocabulary);
  const [search] = useSearchParams();
  const chosen = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering && types.length === 0) return <Loading text={t("side.discovering")} />;
  if (types.length === 0) return <DiscoveryFailed discovery={discovery} />;
  if (chosen !== "" && !search.has("ns")) return <ReplaceRedirect to={mapUrl(cluster.id, chosen)} />;
  return <ClusterMapView key={search.get("ns") ?? ""} />;
}
