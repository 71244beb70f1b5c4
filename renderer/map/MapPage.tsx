import { useSearchParams } from "react-router";
import { useDiscovery } from "../api/queries.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { ReplaceRedirect } from "../app/ReplaceRedirect.tsx";
import { mapUrl } from "../app/urls.ts";
import { ClusterMapView } from "./ClusterMapView.tsx";

/** The map of the objects in the namespaces of the address; if it has none, in those set for the cluster. */
export function MapPage() {
  const { cluster, vocabulary, types, discovering } = useClusterScope();
  const discovery = useDiscovery(cluster.id, vocabulary);
  const [search] = useSearchParams();
  const chosen = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering && types.length === 0) return <Discovering />;
  if (types.length === 0) return <DiscoveryFailed discovery={discovery} />;
  if (chosen !== "" && !search.has("ns")) return <ReplaceRedirect to={mapUrl(cluster.id, chosen)} />;
  return <ClusterMapView key={search.get("ns") ?? ""} />;
}
