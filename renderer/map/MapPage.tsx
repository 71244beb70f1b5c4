import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { Onward } from "../app/Onward.tsx";
import { mapUrl } from "../app/urls.ts";
import { ClusterMapView } from "./ClusterMapView.tsx";

/** The map of the objects of the namespaces in the address; without any, of those set for the cluster. */
export function MapPage() {
  const { t } = useTranslation();
  const { cluster, types, discovering } = useClusterScope();
  const [search] = useSearchParams();
  const chosen = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering && types.length === 0) return <Loading text={t("side.discovering")} />;
  if (chosen !== "" && !search.has("ns")) return <Onward to={mapUrl(cluster.id, chosen)} />;
  return <ClusterMapView key={search.get("ns") ?? ""} />;
}
