import { join } from "node:path";
import type { KeyedCertificate } from "../../ground/x509/certificates.ts";
import { readIfPresent, writePrivateFile } from "../../store/storage/privateFile.ts";

export interface KubeconfigOptions {
  /** Address of the server: `https://127.0.0.1:6443`. */
  readonly server: string;
  /** PEM of the authority that clients should trust; omitted for plain HTTP. */
  readonly authority?: string;
  readonly client?: KeyedCertificate;
  readonly token?: string;
  /** Name of the cluster, user and context. Default `sandbox`. */
  readonly name?: string;
  readonly namespace?: string;
}

const quoted = (text: string): string => JSON.stringify(text);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Content of a client configuration file (YAML) with one cluster, user and context; credentials are embedded. */
export function kubeconfigText(options: KubeconfigOptions): string {
  const name = quoted(options.name ?? "sandbox");
  const lines = ["apiVersion: v1", "kind: Config", "clusters:", `  - name: ${name}`, "    cluster:"];
  lines.push(`      server: ${quoted(options.server)}`);
  if (options.authority !== undefined) lines.push(`      certificate-authority-data: ${base64(options.authority)}`);
  lines.push("users:", `  - name: ${name}`);
  const user: string[] = [];
  if (options.client !== undefined) {
    user.push(`client-certificate-data: ${base64(options.client.certificate)}`);
    user.push(`client-key-data: ${base64(options.client.key)}`);
  }
  if (options.token !== undefined) user.push(`token: ${quoted(options.token)}`);
  if (user.length === 0) lines.push("    user: {}");
  else lines.push("    user:", ...user.map((line) => `      ${line}`));
  lines.push("contexts:", `  - name: ${name}`, "    context:", `      cluster: ${name}`, `      user: ${name}`);
  if (options.namespace !== undefined) lines.push(`      namespace: ${quoted(options.namespace)}`);
  lines.push(`current-context: ${name}`, "");
  return lines.join("\n");
}

/**
 * Writes {@link kubeconfigText} as `kubeconfig` (0600) into a folder; returns the file's path. A file with the same
 * content is not rewritten, so that a server can restart on a full disk.
 */
export async function writeKubeconfig(directory: string, options: KubeconfigOptions): Promise<string> {
  const path = join(directory, "kubeconfig");
  const text = kubeconfigText(options);
  // An unreadable file is replaced, because all of its content can be generated again.
  const known = await readIfPresent(path).catch(() => undefined);
  if (known !== text) await writePrivateFile(path, text);
  return path;
}
