import { useQuery } from "@tanstack/react-query";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { candidateTypes, type DependentSearch, findOwned, reachable } from "./dependents.ts";

export interface OwnerSet {
  type: ResourceType;
  uids: readonly string[];
  /** Namespaces of the owners; empty for cluster-scoped owners. */
  namespaces: readonly string[];
}

/**
 * The dependents of the owners.
 *
 * @param thorough search all kinds instead of those that the owners' controllers are known to create
 */
export function useDependents(owners: OwnerSet, options: { enabled: boolean; thorough: boolean }) {
  const { cluster, vocabulary, types } = useClusterScope();
  const { type, uids, namespaces } = owners;
  return useQuery({
    queryKey: ["dependents", cluster.id, type.group, type.resource, uids, options.thorough],
    queryFn: async ({ signal }): Promise<DependentSearch> => {
      const kinds = candidateTypes(types, type, !options.thorough);
      const { dependents, unseen } = await findOwned(cluster.id, vocabulary, kinds, namespaces, signal);
      return { dependents: reachable(uids, dependents), unseen };
    },
    enabled: options.enabled && uids.length > 0,
    staleTime: 5_000,
  });
}
