import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { BootstrapObject } from "./bootstrapObjects.ts";

/**
 * The config map that records since when uses of legacy token secrets are tracked.
 * @param now milliseconds since the epoch
 */
export const legacyTokenTracking = (vocabulary: Vocabulary, now: number): BootstrapObject => ({
  resource: "configmaps",
  object: vocabulary.renderValue<ApiObject>({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "{prefix}-apiserver-legacy-service-account-token-tracking",
      namespace: "{prefix}-system",
    },
    data: { since: new Date(now).toISOString().slice(0, 10) },
  }),
});

/** The address and the certificate authority of the server. */
export interface ClusterAccess {
  /** `https://127.0.0.1:6443`. */
  readonly server: string;
  /** PEM-encoded. */
  readonly authority: string;
}

/**
 * The objects for machines that join with only a bootstrap token: the public configuration, to be signed with the
 * bootstrap tokens, and the permission for every user to read it.
 */
export function clusterInfoObjects(vocabulary: Vocabulary, access: ClusterAccess): readonly BootstrapObject[] {
  const namespace = "{prefix}-public";
  const apiGroup = "rbac.authorization.{domain}";
  const name = "{prefix}adm:bootstrap-signer-clusterinfo";
  const objects: Record<string, ApiObject> = {
    configmaps: {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: CLUSTER_INFO, namespace },
      data: { "{prefix}config": publicConfiguration(access) },
    },
    roles: {
      apiVersion: `${apiGroup}/v1`,
      kind: "Role",
      metadata: { name, namespace },
      rules: [{ apiGroups: [""], resourceNames: [CLUSTER_INFO], resources: ["configmaps"], verbs: ["get"] }],
    },
    rolebindings: {
      apiVersion: `${apiGroup}/v1`,
      kind: "RoleBinding",
      metadata: { name, namespace },
      roleRef: { apiGroup, kind: "Role", name },
      subjects: [{ apiGroup, kind: "User", name: "system:anonymous" }],
    },
  };
  return Object.entries(objects).map(([resource, object]) => ({ resource, object: vocabulary.renderValue(object) }));
}

const CLUSTER_INFO = "cluster-info";

/** A client configuration (YAML) that names the cluster but no user. */
function publicConfiguration({ server, authority }: ClusterAccess): string {
  const lines = [
    "apiVersion: v1",
    "clusters:",
    "- cluster:",
    `    certificate-authority-data: ${Buffer.from(authority).toString("base64")}`,
    `    server: ${server}`,
    '  name: ""',
    "contexts: null",
    'current-context: ""',
    "kind: Config",
    "preferences: {}",
    "users: null",
  ];
  return `${lines.join("\n")}\n`;
}
