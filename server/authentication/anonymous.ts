import { ANONYMOUS, type Authenticator } from "./identity.ts";

/**
 * Gives requests without credentials the anonymous identity.
 * @param paths when given, only requests to one of these exact paths
 */
export function anonymousAuthenticator(paths?: readonly string[]): Authenticator {
  return {
    name: "anonymous",
    authenticate: (credentials) => (paths === undefined || paths.includes(credentials.path) ? ANONYMOUS : undefined),
  };
}
