import { type ReactNode, useMemo } from "react";
import { vocabularyOf } from "../api/host.ts";
import { useClusters } from "../api/queries.ts";
import { ClusterContext, type ClusterScope, useClusterScope } from "./clusterContext.ts";
import { useServedTypes } from "./useServedTypes.ts";

/**
 * Makes its children use another cluster than the page: for the details and actions of a row in a list of several
 * clusters.
 *
 * @param cluster id; undefined for the page's cluster
 */
export function ScopeOf({ cluster, children }: { cluster: string | undefined; children: ReactNode }) {
  const page = useClusterScope();
  if (cluster === undefined || cluster === page.cluster.id) return children;
  return <OtherScope id={cluster}>{children}</OtherScope>;
}

function OtherScope({ id, children }: { id: string; children: ReactNode }) {
  const page = useClusterScope();
  const cluster = useClusters().data?.find((entry) => entry.id === id);
  const word = cluster?.vocabulary ?? "";
  const vocabulary = useMemo(() => vocabularyOf({ vocabulary: word }), [word]);
  const served = useServedTypes(id, vocabulary);
  const { namespace, namespaces } = page;
  const scope = useMemo<ClusterScope | undefined>(
    () => (cluster === undefined ? undefined : { cluster, vocabulary, ...served, namespace, namespaces }),
    [cluster, vocabulary, served, namespace, namespaces],
  );
  // The cluster was removed meanwhile; its rows will disappear next.
  if (scope === undefined) return null;
  return <ClusterContext value={scope}>{children}</ClusterContext>;
}
