import { isApiError, unauthorized } from "../../../shared/status.ts";
import { ANONYMOUS, GROUP_AUTHENTICATED, GROUP_UNAUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import type { AnonymousAuthenticator } from "./anonymous.ts";
import type { Authenticator, Credentials } from "./authenticator.ts";
import { firstFound } from "./firstFound.ts";

/**
 * Adds the group of authenticated users, unless the identity is anonymous or already has this or the opposite group.
 */
export function withAuthenticatedGroup(identity: Identity): Identity {
  const { username, groups } = identity;
  if (username === ANONYMOUS.username) return identity;
  if (groups.includes(GROUP_AUTHENTICATED) || groups.includes(GROUP_UNAUTHENTICATED)) return identity;
  return { ...identity, groups: [...groups, GROUP_AUTHENTICATED] };
}

export interface UnionOptions {
  /** In the order in which they are tried. */
  readonly methods: readonly Authenticator[];
  /** Only used when no method found a credential. */
  readonly anonymous?: AnonymousAuthenticator;
}

/**
 * The authenticator of the whole server. The first method that recognises a credential decides. After an invalid
 * credential, later methods may still recognise another one, but the request cannot be anonymous any more.
 * @throws ApiError 401 for an invalid credential, or without one when anonymous requests are not served
 */
export function unionAuthenticator({ methods, anonymous }: UnionOptions) {
  return {
    name: "union",
    authenticate(credentials: Credentials): Promise<Identity> | Identity {
      let refused = false;
      const noteRefusal = (error: unknown): void => {
        if (!isApiError(error, "Unauthorized")) throw error;
        refused = true;
      };
      const settle = (known: Identity | undefined): Identity => {
        if (known !== undefined) return withAuthenticatedGroup(known);
        const nobody = refused ? undefined : anonymous?.authenticate(credentials);
        if (nobody === undefined) throw unauthorized();
        return nobody;
      };
      const found = firstFound(methods, (method) => method.authenticate(credentials), noteRefusal);
      return found instanceof Promise ? found.then(settle) : settle(found);
    },
  };
}
