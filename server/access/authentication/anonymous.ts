import { ANONYMOUS, type Identity } from "../../ground/rights/identity.ts";
import type { Authenticator, Credentials } from "./authenticator.ts";

/** Decides at once whether a request may be anonymous. */
export interface AnonymousAuthenticator extends Authenticator {
  authenticate(credentials: Credentials): Identity | undefined;
}

/**
 * Gives requests without credentials the anonymous identity.
 * @param paths when given, only requests to one of these exact paths
 */
export function anonymousAuthenticator(paths?: readonly string[]): AnonymousAuthenticator {
  return {
    name: "anonymous",
    authenticate: (credentials) => (paths === undefined || paths.includes(credentials.path) ? ANONYMOUS : undefined),
  };
}
