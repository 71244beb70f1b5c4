/** Everything that can be set about a server, checked. Names follow the command-line flags. */
export interface ServerOptions {
  /** Folder of the store, keys, certificates and kubeconfig. */
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly securePort: number;
  readonly bindAddress: string;
  /** See shared/vocabulary. */
  readonly vocabulary: string;
  /** Path of PEM certificates whose clients are trusted, besides the server's own authority. */
  readonly clientCaFile?: string;
  /** Paths of PEM files; both or none. */
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  /** Path of a CSV file of static tokens. */
  readonly tokenAuthFile?: string;
  readonly anonymousAuth: boolean;
  /** In order: Node, RBAC, AlwaysAllow, AlwaysDeny. */
  readonly authorizationMode: readonly AuthorizationMode[];
  readonly enableBootstrapTokenAuth: boolean;
  /** `*`, `name`, `-name`; an empty list starts none. */
  readonly controllers: readonly string[];
  /** 0 to 9. */
  readonly verbosity: number;
  /** CIDR that cluster IPs come from. */
  readonly serviceClusterIpRange: string;
  /** `30000-32767`. */
  readonly serviceNodePortRange: string;
  /** How long old revisions stay readable, in milliseconds. */
  readonly historyRetention: number;
}

export const AUTHORIZATION_MODES = ["Node", "RBAC", "AlwaysAllow", "AlwaysDeny"] as const;
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

export const DEFAULT_OPTIONS: Omit<ServerOptions, "dataDir"> = {
  securePort: 6443,
  bindAddress: "127.0.0.1",
  vocabulary: "kubernetes",
  anonymousAuth: true,
  authorizationMode: ["Node", "RBAC"],
  enableBootstrapTokenAuth: true,
  controllers: ["*"],
  verbosity: 0,
  serviceClusterIpRange: "10.96.0.0/12",
  serviceNodePortRange: "30000-32767",
  historyRetention: 5 * 60 * 1000,
};

/** Runs `build`; what it throws is the fault of a setting. @throws OptionError */
export function orOptionError<T>(build: () => T, flag = ""): T {
  try {
    return build();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OptionError(flag === "" ? why : `${flag}: ${why}`);
  }
}

/** A setting that cannot be. The message is one sentence for the person who set it. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}
