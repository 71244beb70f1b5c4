/** Descriptions of a cluster that the console's host sends to the page. */

export type ClusterKind = "sandbox" | "remote";

/**
 * Sandboxes have one of the first five states. A remote cluster is `unopened` until the user opens it; then its state
 * reflects the last contact.
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

/** The login method of a context, for display. */
export type Login = "certificate" | "token" | "exec" | "oidc" | "none" | "unsupported";

/** The user's settings for a cluster; safe to display. */
export interface Preference {
  readonly name?: string;
  /** `#rrggbb`. */
  readonly colour?: string;
  /** Whether requests that change something are refused. */
  readonly readOnly?: boolean;
  /** Namespaces to offer to users who may not list namespaces. */
  readonly namespaces?: readonly string[];
  /** Proxy (`http://host:port`) for a remote cluster; overrides the kubeconfig. Contains no credentials. */
  readonly proxy?: string;
  /** Hours for which a sandbox keeps the history of all changes; 0 for no history, null for the default. */
  readonly memoryHours?: number | null;
  /** Maximum size of the history on disk in megabytes; null for the default. */
  readonly memoryMegabytes?: number | null;
}

/** The optional parts of a cluster's description; safe to display. */
export interface ClusterNotes {
  /** The reason for a bad state. */
  readonly reason?: string;
  /** The server's version at the last contact. */
  readonly version?: string;
  /** The kubeconfig file that a remote context comes from. */
  readonly source?: string;
  /** The name of the context in that file. */
  readonly context?: string;
  /** The authentication method. */
  readonly login?: Login;
  /** Whether the server's certificate is not verified. */
  readonly insecure?: boolean;
  /** Whether requests that change something are refused. */
  readonly readOnly?: boolean;
  /** The settings that the user chose explicitly. */
  readonly chosen?: Preference;
  /** The flags that a sandbox is started with. */
  readonly flags?: readonly string[];
  /** Whether Orrery may forget or delete the cluster, because it was created or added here. */
  readonly removable?: boolean;
}

/** A cluster's description for the page: everything but the connection target. */
export interface ClusterSummary extends ClusterNotes {
  /** Unique id, usable as a path segment. */
  readonly id: string;
  readonly name: string;
  readonly kind: ClusterKind;
  readonly state: ClusterState;
  /** The word of the server's vocabulary; empty when unknown. */
  readonly vocabulary: string;
  /** Address for display, without credentials. */
  readonly apiServer: string;
  /** Path of a kubeconfig file on this machine. */
  readonly kubeconfig: string;
  /** Any CSS colour, used for everything that belongs to the cluster. */
  readonly colour: string;
}
