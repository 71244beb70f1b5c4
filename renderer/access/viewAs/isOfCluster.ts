/** Whether a query reads from a cluster, and not from the host's list of clusters. */
export const isOfCluster = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== "clusters";
