import type { ClusterSummary } from "./clusterSummary.ts";

/** A kubeconfig file that cannot be used; the message quotes none of its content. */
export interface SourceProblem {
  readonly source: string;
  readonly message: string;
}

/** The data of the start page. */
export interface Overview {
  readonly clusters: readonly ClusterSummary[];
  /** Kubeconfig files that cannot be used. */
  readonly problems: readonly SourceProblem[];
  /** The files that contexts are read from. */
  readonly files: readonly string[];
}
