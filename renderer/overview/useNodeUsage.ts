import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../shared/object.ts";
import { resourcePath } from "../../shared/resourcePath.ts";
import { request } from "../api/requests/request.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { usageOf } from "./model/capacity.ts";

const EVERY = 15_000;

/** Cores and bytes that the nodes use; undefined if the server has no metrics API or the user may not read it. */
export function useNodeUsage(): { cpu: number; memory: number } | undefined {
  const { cluster, vocabulary, types } = useClusterScope();
  const group = vocabulary.render("metrics.{domain}");
  const type = types.find((each) => each.group === group && each.resource === "nodes");
  const usage = useQuery({
    queryKey: ["nodeUsage", cluster.id],
    queryFn: async ({ signal }) => {
      const path = resourcePath({ group, version: type?.version ?? "", resource: "nodes" });
      const { body } = await request<{ items?: ApiObject[] | null }>(cluster.id, { path, signal });
      return usageOf(body.items ?? []);
    },
    enabled: type !== undefined,
    refetchInterval: (query) => (query.state.error === null ? EVERY : false),
  });
  return usage.data;
}
