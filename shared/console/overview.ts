import type { ClusterSummary } from "./clusterSummary.ts";

/** A source of contexts that cannot be used; the message quotes nothing of it. */
export interface SourceProblem {
  readonly source: string;
  readonly message: string;
}

/** What the start page shows. */
export interface Overview {
  readonly clusters: readonly ClusterSummary[];
  /** Kubeconfig files that cannot be used. */
  readonly problems: readonly SourceProblem[];
  /** The files that contexts are read from. */
  readonly files: readonly string[];
}
