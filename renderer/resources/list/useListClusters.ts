import { useMemo } from "react";
import { vocabularyOf } from "../../api/host.ts";
import type { ListCluster } from "../../api/lists/useResourceList.ts";
import { useClusters } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";

/**
 * The clusters of a list, that of the page first; undefined if it is the only one. Clusters that no longer exist are
 * omitted.
 *
 * @param others ids of the other clusters
 */
export function useListClusters(others: readonly string[]): readonly ListCluster[] | undefined {
  const { cluster } = useClusterScope();
  const { data } = useClusters();
  return useMemo(() => {
    const known = [cluster, ...(data ?? []).filter(({ id }) => id !== cluster.id && others.includes(id))];
    if (known.length === 1) return undefined;
    return known.map((each) => ({
      id: each.id,
      name: each.name,
      colour: each.colour,
      vocabulary: vocabularyOf(each),
    }));
  }, [cluster, data, others]);
}
