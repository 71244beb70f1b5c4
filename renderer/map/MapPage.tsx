import { useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { Discovering } from "../app/Discovering.tsx";
import { DiscoveryFailed } from "../app/DiscoveryFailed.tsx";
import { ReplaceRedirect } from "../app/ReplaceRedirect.tsx";
import { mapUrl } from "../app/urls.ts";
import { ClusterMapView } from "./ClusterMapView.tsx";

/** The map of the objects in the namespaces of the address; if it has none, in those set for the cluster. */
export function MapPage() {
  const { cluster, types, discovering, undiscovered } = useClusterScope();
  const [search] = useSearchParams();
  const chosen = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering && types.length === 0) return <Discovering />;
  if (undiscovered !== undefined) return <DiscoveryFailed {...undiscovered} />;
  if (chosen !== "" && !search.has("ns")) return <ReplaceRedirect to={mapUrl(cluster.id, chosen)} />;
  return <ClusterMapView key={search.get("ns") ?? ""} />;
}
