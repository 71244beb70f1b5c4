import { isApiError, unauthorized } from "../../shared/status.ts";
import {
  ANONYMOUS,
  type Authenticator,
  GROUP_AUTHENTICATED,
  GROUP_UNAUTHENTICATED,
  type Identity,
} from "./identity.ts";

/** Adds the group of all authenticated users, unless the identity is the anonymous one or says otherwise itself. */
export function withAuthenticatedGroup(identity: Identity): Identity {
  const { username, groups } = identity;
  if (username === ANONYMOUS.username) return identity;
  if (groups.includes(GROUP_AUTHENTICATED) || groups.includes(GROUP_UNAUTHENTICATED)) return identity;
  return { ...identity, groups: [...groups, GROUP_AUTHENTICATED] };
}

export interface UnionOptions {
  /** In order of preference. */
  readonly methods: readonly Authenticator[];
  /** Asked only when no method saw a credential at all. */
  readonly anonymous?: Authenticator;
}

/**
 * The authenticator of the whole server. The first method that recognises a credential decides. A wrong credential does not
 * keep later methods from recognising another one, but it rules the anonymous identity out.
 * @throws ApiError 401 when there is a wrong credential, or none and anonymous requests are not served
 */
export function unionAuthenticator(options: UnionOptions): {
  authenticate: (...args: Parameters<Authenticator["authenticate"]>) => Promise<Identity>;
  name: string;
} {
  return {
    name: "union",
    async authenticate(credentials) {
      let refused = false;
      for (const method of options.methods) {
        try {
          const identity = await method.authenticate(credentials);
          if (identity !== undefined) return withAuthenticatedGroup(identity);
        } catch (error) {
          if (!isApiError(error, "Unauthorized")) throw error;
          refused = true;
        }
      }
      const identity = refused ? undefined : await options.anonymous?.authenticate(credentials);
      if (identity === undefined) throw unauthorized();
      return identity;
    },
  };
}
