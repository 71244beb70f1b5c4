import type { Identity } from "../../ground/rights/identity.ts";

/** What an authenticator may look at. Header names are lower case, values as received. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** DER bytes of the client certificate chain, leaf first; empty without one. */
  readonly peerCertificates: readonly Uint8Array[];
  /** Bearer token offered by a WebSocket subprotocol, when there is one. */
  readonly webSocketToken?: string;
  /** The request path, for authenticators that are limited to paths. */
  readonly path: string;
  /** Every value of every header, for those that may be repeated; without it, `headers` are all there is. */
  readonly headerValues?: Readonly<Record<string, readonly string[] | undefined>>;
  /** Texts for the answer's Warning headers are added here. */
  readonly warnings?: string[];
  /** Takes remarks for the audit event. */
  annotate?(key: string, value: string): void;
}

/**
 * Answers an identity when it recognises the credential, undefined when the request carries none of its kind.
 * Throws `unauthorized()` when the credential is of its kind and wrong.
 */
export interface Authenticator {
  readonly name: string;
  authenticate(credentials: Credentials): Promise<Identity | undefined> | Identity | undefined;
}
