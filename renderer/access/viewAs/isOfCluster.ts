/** Whether a query is about what a cluster shows, rather than about the clusters that the host knows. */
export const isOfCluster = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== "clusters";
