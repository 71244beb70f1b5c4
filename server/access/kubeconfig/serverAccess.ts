/** The address of a server, and credentials for it. */
export interface ServerAccess {
  /** `https://` (or `http://`) address, including the path. */
  readonly url: string;
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string;
  /** PEM of a client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Bearer token. */
  readonly token?: string;
  /** Name that the server's certificate must have, if it differs from the URL's host. */
  readonly serverName?: string;
  /** Accept any certificate. Default false. */
  readonly insecureSkipVerify?: boolean;
}
