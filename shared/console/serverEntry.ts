/** What is needed to reach a server without a kubeconfig; empty strings count as absent. */
export interface ServerEntry {
  readonly name: string;
  readonly server: string;
  readonly ca?: string;
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly serverName?: string;
  readonly proxy?: string;
  readonly oidc?: { readonly issuer: string; readonly clientId: string; readonly clientSecret?: string };
}
