import { isApiError } from "../../shared/status.ts";
import { useObject } from "../api/queries.ts";
import { useClusterScope } from "./clusterContext.ts";

const NAMESPACES = { group: "", version: "v1", resource: "namespaces", namespace: "" };

/**
 * Whether the namespace does not exist in the cluster, for views that found nothing in it. @param namespace empty for
 * all
 */
export function useNamespaceGone(namespace: string): boolean {
  const { cluster } = useClusterScope();
  const { error } = useObject(cluster.id, { ...NAMESPACES, name: namespace });
  return isApiError(error, "NotFound");
}
