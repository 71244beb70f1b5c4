import { Navigate } from "react-router";
import { useClusterScope } from "./clusterContext.ts";
import { Loading } from "./Loading.tsx";
import { listUrl } from "./urls.ts";

/** The door into a cluster: its pods if it serves pods, else its namespaces. */
export function ClusterIndex() {
  const { cluster, types, discovering } = useClusterScope();
  if (discovering) return <Loading />;
  const start = types.find((type) => type.group === "" && type.resource === "pods");
  return <Navigate replace to={listUrl(cluster.id, start ?? { group: "", version: "v1", resource: "namespaces" })} />;
}
