import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../shared/object.ts";
import { resourcePath } from "../../shared/resourcePath.ts";
import { request } from "../api/requests/request.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { type Autoscaler, autoscalerOf } from "./model/autoscaler.ts";

/**
 * The autoscaler of a workload; undefined while unknown, or if the user may not list autoscalers.
 * @param enabled whether to ask for it
 */
export function useAutoscaler(object: ApiObject, enabled: boolean): Autoscaler | undefined {
  const { cluster, types } = useClusterScope();
  const type = types.find(({ group, resource }) => group === "autoscaling" && resource === "horizontalpodautoscalers");
  const namespace = object.metadata.namespace ?? "";
  const { data } = useQuery({
    queryKey: ["autoscalers", cluster.id, namespace, type?.version],
    queryFn: async ({ signal }) => {
      const path = resourcePath({
        group: "autoscaling",
        version: type?.version ?? "v2",
        resource: "horizontalpodautoscalers",
        namespace,
      });
      return (await request<{ items: readonly ApiObject[] }>(cluster.id, { path, signal })).body.items;
    },
    enabled: enabled && type !== undefined,
    retry: false,
  });
  return data === undefined ? undefined : autoscalerOf(object, data);
}
