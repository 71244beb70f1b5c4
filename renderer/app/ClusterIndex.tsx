import { useClusterScope } from "./clusterContext.ts";
import { Loading } from "./Loading.tsx";
import { Onward } from "./Onward.tsx";
import { listUrl } from "./urls.ts";

/** The door into a cluster: its pods if it serves pods, in the namespaces that were set for it; else its namespaces. */
export function ClusterIndex() {
  const { cluster, types, discovering } = useClusterScope();
  const namespaces = cluster.chosen?.namespaces?.join(",") ?? "";
  if (discovering) return <Loading />;
  const start = types.find((type) => type.group === "" && type.resource === "pods");
  if (start === undefined) {
    return <Onward to={listUrl(cluster.id, { group: "", version: "v1", resource: "namespaces" })} />;
  }
  return <Onward to={listUrl(cluster.id, start, namespaces)} />;
}
