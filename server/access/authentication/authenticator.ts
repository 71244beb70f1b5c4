import type { Identity } from "../../ground/rights/identity.ts";

/** The parts of a request that authenticators use. Header names are lower case, values are unchanged. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** DER bytes of the client certificate chain, leaf first; empty without one. */
  readonly peerCertificates: readonly Uint8Array[];
  /** Bearer token in a WebSocket subprotocol, if there is one. */
  readonly webSocketToken?: string;
  /** The request path, for authenticators that are limited to paths. */
  readonly path: string;
  /** All values of headers that may be repeated. When absent, `headers` is complete. */
  readonly headerValues?: Readonly<Record<string, readonly string[] | undefined>>;
  /** Authenticators add texts for Warning headers here. */
  readonly warnings?: string[];
  /** Adds an annotation to the audit event. */
  annotate?(key: string, value: string): void;
}

/**
 * Returns an identity when it recognises the credential, undefined when the request has no credential of its kind.
 * Throws `unauthorized()` when a credential of its kind is invalid.
 */
export interface Authenticator {
  readonly name: string;
  authenticate(credentials: Credentials): Promise<Identity | undefined> | Identity | undefined;
}
