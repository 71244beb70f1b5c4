/**
 * How to access a cluster from a shell like the console does: the address, the credentials, and the impersonated
 * identity.
 */
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import type { ViewAs } from "../../shared/viewAs.ts";

export interface ShellAccess {
  /** Address of the API server. */
  readonly server: string;
  /** Arguments of `curl` for trust and credentials: shell text that refers to files and never contains a secret. */
  readonly credentials: string;
  /** The kubeconfig file of the cluster; undefined if the console does not know one. */
  readonly kubeconfig?: string | undefined;
  /** The context in that file; undefined if the file has only one. */
  readonly context?: string | undefined;
  /** The impersonated identity; undefined without impersonation. */
  readonly viewAs?: ViewAs | undefined;
}

/** The part that client commands need: the cluster and the identity. */
export type ClientAccess = Pick<ShellAccess, "kubeconfig" | "context" | "viewAs">;

/** Quotes a word for a POSIX shell, only if necessary. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The shell access to a cluster. The credentials of a sandbox are files next to its kubeconfig; those of a context are
 * read from its kubeconfig by kubectl.
 */
export function shellAccess(
  cluster: Pick<ClusterSummary, "kind" | "apiServer" | "kubeconfig" | "context" | "login" | "insecure">,
  viewAs: ViewAs | undefined,
): ShellAccess {
  const { kind, apiServer, kubeconfig, context } = cluster;
  const credentials = kind === "sandbox" ? sandboxFiles(kubeconfig) : contextFields(cluster);
  return { server: apiServer, credentials, ...(isFile(kubeconfig) ? { kubeconfig } : {}), context, viewAs };
}

/** For a cluster that was pasted or added by address, the field contains a description instead of a path. */
const isFile = (kubeconfig: string): boolean => /^(\/|[A-Za-z]:\\|\\\\)/.test(kubeconfig);

function sandboxFiles(kubeconfig: string): string {
  const folder = kubeconfig.slice(0, Math.max(kubeconfig.lastIndexOf("/"), kubeconfig.lastIndexOf("\\")) + 1);
  const file = (name: string): string => shellWord(`${folder}pki/${name}`);
  return `--cacert ${file("ca.crt")} --cert ${file("admin.crt")} --key ${file("admin.key")}`;
}

/**
 * Fields of a context as temporary files for the duration of the command. If the login uses an external program, the
 * user has to add the token.
 */
function contextFields({
  kubeconfig,
  context = "",
  login,
  insecure,
}: Pick<ClusterSummary, "kubeconfig" | "context" | "login" | "insecure">): string {
  const view = `kubectl config view --kubeconfig ${shellWord(kubeconfig)} --context ${shellWord(context)} --raw --minify --flatten`;
  const field = (path: string): string => `${view} -o jsonpath='{${path}}'`;
  const file = (path: string): string => `<(${field(path)} | base64 -d)`;
  const trust = insecure === true ? "-k" : `--cacert ${file(".clusters[0].cluster.certificate-authority-data")}`;
  switch (login) {
    case "certificate":
      return `${trust} --cert ${file(".users[0].user.client-certificate-data")} --key ${file(".users[0].user.client-key-data")}`;
    case "token":
      return `${trust} -H "Authorization: Bearer $(${field(".users[0].user.token")})"`;
    case "exec":
    case "oidc":
      return `${trust} -H "Authorization: Bearer $TOKEN"`;
    default:
      return trust;
  }
}

/** The programs' names of the flags for the cluster and the identity. */
const FLAGS = {
  kubectl: { context: "--context", user: "--as", group: "--as-group" },
  helm: { context: "--kube-context", user: "--kube-as-user", group: "--kube-as-group" },
};

/**
 * The unquoted flags that make a program use this cluster and identity. Without them, a pasted line would use the
 * current cluster of the user's shell.
 */
export function accessFlags(program: keyof typeof FLAGS, { kubeconfig, context, viewAs }: ClientAccess): string[] {
  const flags = FLAGS[program];
  return [
    ...(viewAs === undefined ? [] : [flags.user, viewAs.username]),
    ...(viewAs?.groups.flatMap((group) => [flags.group, group]) ?? []),
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : [flags.context, context]),
  ];
}

/** The impersonation headers, which work with any client. */
export const asHeaders = (viewAs: ViewAs | undefined): string[] =>
  viewAs === undefined
    ? []
    : [`Impersonate-User: ${viewAs.username}`, ...viewAs.groups.map((group) => `Impersonate-Group: ${group}`)];
