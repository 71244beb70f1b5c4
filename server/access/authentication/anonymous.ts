import { ANONYMOUS, type Identity } from "../../ground/rights/identity.ts";
import type { Authenticator, Credentials } from "./authenticator.ts";

/** Decides synchronously whether a request may be anonymous. */
export interface AnonymousAuthenticator extends Authenticator {
  authenticate(credentials: Credentials): Identity | undefined;
}

/**
 * Authenticates requests without credentials as the anonymous user.
 * @param paths if given, only for requests to exactly one of these paths
 */
export function anonymousAuthenticator(paths?: readonly string[]): AnonymousAuthenticator {
  return {
    name: "anonymous",
    authenticate: (credentials) => (paths === undefined || paths.includes(credentials.path) ? ANONYMOUS : undefined),
  };
}
