import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../shared/object.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import type { Autoscaler } from "./model/autoscaler.ts";
import { findAutoscaler } from "./model/findAutoscaler.ts";

/**
 * The autoscaler of a workload; undefined while unknown, or if the user may not list autoscalers.
 * @param enabled whether to ask for it
 */
export function useAutoscaler(object: ApiObject, enabled: boolean): Autoscaler | undefined {
  const { cluster, types } = useClusterScope();
  const type = types.find(({ group, resource }) => group === "autoscaling" && resource === "horizontalpodautoscalers");
  const version = type?.version ?? "v2";
  const { data } = useQuery({
    queryKey: ["autoscaler", cluster.id, version, object.apiVersion, object.kind, object.metadata.uid],
    queryFn: async ({ signal }) => (await findAutoscaler(cluster.id, object, version, signal)) ?? null,
    enabled: enabled && type !== undefined,
    retry: false,
  });
  return data ?? undefined;
}
