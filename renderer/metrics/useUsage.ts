import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../shared/object.ts";
import { request } from "../api/requests/request.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { readUsage, type UsagePoint } from "./usage.ts";
import { usageHistory } from "./usageHistory.ts";

/** Milliseconds between two requests; servers measure every 15 seconds or less often. */
const EVERY = 10_000;

export interface Usage {
  /** Measurements of the last half hour, taken while a view showed them; oldest first. */
  readonly points: readonly UsagePoint[];
  readonly error: Error | null;
  readonly isPending: boolean;
}

/**
 * The usage of a pod or node, polled while mounted. @param enabled false until the metrics API is known to be served
 */
export function useUsage(object: ApiObject, enabled: boolean): Usage {
  const { cluster, vocabulary } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  const { namespace = "", name = "", uid = "" } = object.metadata;
  const key = `${cluster.id}/${viewAs}/${uid}`;
  const place = object.kind === "Node" ? "nodes" : `namespaces/${encodeURIComponent(namespace)}/pods`;
  const path = `/apis/${vocabulary.render("metrics.{domain}")}/v1beta1/${place}/${encodeURIComponent(name)}`;
  const { data, error, isPending } = useQuery({
    queryKey: ["usage", key],
    queryFn: async ({ signal }) => {
      const { body } = await request(cluster.id, { path, signal });
      const point = readUsage(body);
      return point === undefined ? usageHistory.of(key) : usageHistory.add(key, point);
    },
    refetchInterval: EVERY,
    enabled,
  });
  return { points: data ?? usageHistory.of(key), error, isPending };
}
