/** Where a cluster's API is and what to present there. Credentials never leave the host's process. */
export interface ClusterTarget {
  /** Base address, with or without a path: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string;
  /** PEM client certificate and key. */
  readonly cert?: string;
  readonly key?: string;
  /** Bearer token. */
  readonly token?: string;
}

export type ClusterKind = "sandbox" | "remote";
export type ClusterState = "running" | "stopped" | "failed";

/**
 * A cluster that the console can open. Nothing is contacted before somebody asks for `target()`, which may refresh
 * credentials and therefore is called for every request.
 */
export interface Cluster {
  /** One path segment: letters, digits, `.`, `_`, `-`. */
  readonly id: string;
  readonly name: string;
  readonly kind: ClusterKind;
  /** The word of the server's vocabulary. */
  readonly vocabulary: string;
  /** Address for people, without credentials. */
  readonly apiServer: string;
  /** Path of a kubeconfig file that reaches it. */
  readonly kubeconfig: string;
  /** CSS colour that marks all that belongs to the cluster. */
  readonly colour: string;
  state(): ClusterState;
  target(): Promise<ClusterTarget> | ClusterTarget;
}

/** What the page is told about a cluster: everything but its target. */
export interface ClusterSummary {
  readonly id: string;
  readonly name: string;
  readonly kind: ClusterKind;
  readonly state: ClusterState;
  readonly vocabulary: string;
  readonly apiServer: string;
  readonly kubeconfig: string;
  readonly colour: string;
}

/** Copies member by member, so that a credential added to a cluster later cannot slip through. */
export function summarize(cluster: Cluster): ClusterSummary {
  const { id, name, kind, vocabulary, apiServer, kubeconfig, colour } = cluster;
  return { id, name, kind, state: cluster.state(), vocabulary, apiServer, kubeconfig, colour };
}
