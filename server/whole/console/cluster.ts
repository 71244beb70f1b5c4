import type {
  ClusterKind,
  ClusterNotes,
  ClusterState,
  ClusterSummary,
} from "../../../shared/console/clusterSummary.ts";

/** The user and groups that a kubeconfig's `as` fields impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The address of a cluster's API, and the credentials for it. Credentials never leave the host's process. */
export interface ClusterTarget {
  /** Base URL, with or without a path: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string;
  /** PEM client certificate and key. */
  readonly cert?: string;
  readonly key?: string;
  /** Bearer token. */
  readonly token?: string;
  /** The name that the serving certificate must have, if it differs from the address. */
  readonly serverName?: string;
  /** Whether to accept any serving certificate. */
  readonly insecure?: boolean;
  /** Proxy for connections: `http://proxy:3128`. May contain a name and password. */
  readonly proxy?: string;
  readonly impersonate?: Impersonation;
}

/** The outcome of the last contact with a cluster. */
export type Contact =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * A cluster that the console can open. Nothing is contacted before a caller asks for `target()`, which may refresh
 * credentials and is therefore called for every request.
 */
export interface Cluster {
  /** One path segment: letters, digits, `.`, `_`, `-`. */
  readonly id: string;
  readonly name: string;
  readonly kind: ClusterKind;
  /** The name of the server's vocabulary; empty when it is not known. */
  readonly vocabulary: string;
  /** Address for display, without credentials. */
  readonly apiServer: string;
  /** Path of a kubeconfig file that reaches it. */
  readonly kubeconfig: string;
  /** CSS colour that marks everything that belongs to the cluster. */
  readonly colour: string;
  state(): ClusterState;
  notes?(): ClusterNotes;
  /** @throws ClusterError with a sentence for the user when there are no usable credentials */
  target(): Promise<ClusterTarget> | ClusterTarget;
  /** Drops refused credentials. Resolves to whether asking for the target again may give better ones. */
  refresh?(refused: ClusterTarget): Promise<boolean>;
  /** Called after every exchange. */
  noteContact?(contact: Contact): void;
}

/**
 * Thrown when the cluster cannot be reached for a reason that the user can fix. The message contains no credentials.
 */
export class ClusterError extends Error {
  /** The resulting state of the cluster. */
  readonly state: "unauthorized" | "unreachable";

  constructor(message: string, state: "unauthorized" | "unreachable" = "unauthorized") {
    super(message);
    this.name = "ClusterError";
    this.state = state;
  }
}

/** Copies member by member, so that a credential member added to clusters later cannot leak. */
export function summarize(cluster: Cluster): ClusterSummary {
  const { id, name, kind, vocabulary, apiServer, kubeconfig, colour } = cluster;
  const { reason, version, source, login, insecure, readOnly, removable, chosen, flags } = cluster.notes?.() ?? {};
  const notes = { reason, version, source, login, insecure, readOnly, removable, chosen, flags };
  const definedNotes = Object.fromEntries(
    Object.entries(notes).filter(([, value]) => value !== undefined),
  ) as ClusterNotes;
  return { id, name, kind, state: cluster.state(), vocabulary, apiServer, kubeconfig, colour, ...definedNotes };
}
