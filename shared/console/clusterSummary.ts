/** What the console host tells its page about a cluster. */

export type ClusterKind = "sandbox" | "remote";

/**
 * A sandbox has one of the first five; a remote cluster is `unopened` until a user opens it, then as the last contact
 * showed.
 */
export type ClusterState =
  | "stopped"
  | "starting"
  | "running"
  | "stopping"
  | "failed"
  | "unopened"
  | "connected"
  | "unauthorized"
  | "unreachable";

/** What the login of a context amounts to, for people. */
export type Login = "certificate" | "token" | "exec" | "oidc" | "none" | "unsupported";

/** What the user chose for a cluster; all of it may be shown. */
export interface Preference {
  readonly name?: string;
  /** `#rrggbb`. */
  readonly colour?: string;
  /** Requests that would change something are refused. */
  readonly readOnly?: boolean;
  /** Namespaces to offer to users who may not list them. */
  readonly namespaces?: readonly string[];
  /** `http://host:port` to reach a remote cluster through, whatever its kubeconfig says. Holds no credentials. */
  readonly proxy?: string;
  /** For how many hours a sandbox remembers every change; 0 for none, null for the default. */
  readonly memoryHours?: number | null;
  /** Megabytes that this may take on the disk; null for the default. */
  readonly memoryMegabytes?: number | null;
}

/** How a cluster's people-facing description differs from cluster to cluster; all of it may be shown. */
export interface ClusterNotes {
  /** What the state comes from, when it is a bad one. */
  readonly reason?: string;
  /** Version that the cluster told at the last contact. */
  readonly version?: string;
  /** The file that a remote context comes from. */
  readonly source?: string;
  /** The name of a remote context in that file. */
  readonly context?: string;
  /** How it is authenticated. */
  readonly login?: Login;
  /** Any certificate of the server is taken. */
  readonly insecure?: boolean;
  /** Requests that would change something are refused. */
  readonly readOnly?: boolean;
  /** What is the user's own choice of all this. */
  readonly chosen?: Preference;
  /** Flags that a sandbox is started with. */
  readonly flags?: readonly string[];
  /** Orrery may forget or delete it: it was made or added here. */
  readonly removable?: boolean;
}

/** What the page gets to know about a cluster: everything but its target. */
export interface ClusterSummary extends ClusterNotes {
  /** One path segment. */
  readonly id: string;
  readonly name: string;
  readonly kind: ClusterKind;
  readonly state: ClusterState;
  /** The word of the server's vocabulary; empty when it is not known. */
  readonly vocabulary: string;
  /** Address for people, without credentials. */
  readonly apiServer: string;
  /** Path of a kubeconfig file on this machine. */
  readonly kubeconfig: string;
  /** Any CSS colour; marks everything that belongs to the cluster. */
  readonly colour: string;
}
