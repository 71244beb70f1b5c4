import { useMemo } from "react";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { useSetting } from "../../localSettings/store.ts";
import { knownNamespaces } from "./knownNamespaces.ts";

/**
 * The choice for users who may not list namespaces: those set for the cluster, those set for all clusters, those used
 * before.
 */
export function useOfferedNamespaces({ id, chosen }: Pick<ClusterSummary, "id" | "chosen">): readonly string[] {
  const [fallback] = useSetting("fallbackNamespaces");
  const own = chosen?.namespaces;
  return useMemo(
    () => [...new Set([...(own ?? []), ...fallback, ...knownNamespaces(localStorage, id)])],
    [own, fallback, id],
  );
}
