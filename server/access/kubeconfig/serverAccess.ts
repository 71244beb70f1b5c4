/** How to reach one server, and with which credentials. */
export interface ServerAccess {
  /** `https://` (or `http://`) address; the path is part of it. */
  readonly url: string;
  /** PEM of the authorities that are trusted instead of the system's. */
  readonly ca?: string;
  /** PEM of a client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Bearer token. */
  readonly token?: string;
  /** Name that the server's certificate must have, when it is not the URL's. */
  readonly serverName?: string;
  /** Trusts any certificate. Default false. */
  readonly insecureSkipVerify?: boolean;
}
