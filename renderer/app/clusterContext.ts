import { createContext, useContext } from "react";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ResourceType } from "../api/resourceType.ts";

/** The context of every view inside one cluster. */
export interface ClusterScope {
  cluster: ClusterSummary;
  vocabulary: Vocabulary;
  /** All resources that the server serves; empty while discovery runs. */
  types: ResourceType[];
  /** Whether discovery has not ended yet for the first time. */
  discovering: boolean;
  /** Why the resources are unknown: discovery failed. It is repeated every few seconds. */
  undiscovered: { readonly error: Error; retry(): void } | undefined;
  /** The chosen namespace; empty for all and for several. Stored in the URL. */
  namespace: string;
  /** All chosen namespaces, separated by commas as in the URL; empty for all. */
  namespaces: string;
}

export const ClusterContext = createContext<ClusterScope | undefined>(undefined);

/** The cluster of the current view. @throws Error outside of one */
export function useClusterScope(): ClusterScope {
  const scope = useContext(ClusterContext);
  if (scope === undefined) throw new Error("no cluster in this view");
  return scope;
}
