import { useMemo } from "react";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { useSetting } from "../../localSettings/store.ts";
import { knownNamespaces } from "./knownNamespaces.ts";

/**
 * The namespaces offered to users who may not list them: those set for the cluster, those set for all clusters, and
 * those used before.
 */
export function useOfferedNamespaces({ id, chosen }: Pick<ClusterSummary, "id" | "chosen">): readonly string[] {
  const [fallback] = useSetting("fallbackNamespaces");
  const own = chosen?.namespaces;
  return useMemo(
    () => [...new Set([...(own ?? []), ...fallback, ...knownNamespaces(localStorage, id)])],
    [own, fallback, id],
  );
}
