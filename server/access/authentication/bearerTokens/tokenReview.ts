import { badRequest } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Action } from "../../../api/registry/action.ts";
import { ANONYMOUS } from "../../../ground/rights/identity.ts";
import { withAuthenticatedGroup } from "../union.ts";
import { userInfo } from "../userInfo.ts";
import { authenticateToken, bearerToken, type TokenAuthenticator } from "./tokenAuthenticator.ts";

export interface TokenReviewOptions {
  readonly methods: readonly TokenAuthenticator[];
  /** The server's own audiences, used when the review names none. */
  readonly audiences: readonly string[];
  /** Whether anonymous requests are served. */
  readonly anonymous: boolean;
}

/**
 * POST on tokenreviews: returns the user of a token. The token is evaluated like the Authorization header of a request
 * without other credentials, so a text that is not a token there means an anonymous request.
 */
export function tokenReviewAction(options: TokenReviewOptions): Action {
  return async (_context, review) => {
    const spec = (review["spec"] ?? {}) as { token?: string; audiences?: string[] };
    if (!spec.token) throw badRequest("token is required for TokenReview in authentication");
    const asked = spec.audiences?.length ? spec.audiences : options.audiences;
    return { ...review, status: await reviewToken(options, spec.token, asked) };
  };
}

/** Remarks are dropped, because the token was not used for this request. */
async function reviewToken(options: TokenReviewOptions, text: string, asked: readonly string[]) {
  const token = bearerToken(`Bearer ${text}`);
  if (token === undefined) {
    return options.anonymous ? accepted(userInfo(ANONYMOUS), asked) : { user: {} };
  }
  try {
    const { identity, audiences = asked } = await authenticateToken(options.methods, token, asked);
    return accepted(userInfo(withAuthenticatedGroup(identity)), audiences);
  } catch (error) {
    return { user: {}, error: messageOf(error) };
  }
}

const accepted = (user: Record<string, unknown>, audiences: readonly string[]) => ({
  authenticated: true,
  user,
  ...(audiences.length > 0 ? { audiences: [...audiences] } : {}),
});
