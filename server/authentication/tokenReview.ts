import { badRequest } from "../../shared/status.ts";
import type { Action } from "../registry/action.ts";
import { authenticateToken, type TokenAuthenticator } from "./tokenAuthenticator.ts";
import { withAuthenticatedGroup } from "./union.ts";
import { userInfo } from "./userInfo.ts";

/**
 * POST on tokenreviews: says whose token it is.
 * @param audiences the server's own, meant when the review names none
 */
export function tokenReviewAction(methods: readonly TokenAuthenticator[], audiences: readonly string[]): Action {
  return async (_context, review) => {
    const spec = (review["spec"] ?? {}) as { token?: string; audiences?: string[] };
    if (!spec.token) throw badRequest("token is required for TokenReview in authentication");
    const asked = spec.audiences?.length ? spec.audiences : audiences;
    return { ...review, status: await judge(methods, spec.token, asked) };
  };
}

async function judge(methods: readonly TokenAuthenticator[], token: string, asked: readonly string[]) {
  try {
    const { identity, audiences = asked } = await authenticateToken(methods, token, asked);
    return {
      authenticated: true,
      user: userInfo(withAuthenticatedGroup(identity)),
      ...(audiences.length > 0 ? { audiences: [...audiences] } : {}),
    };
  } catch (error) {
    return { user: {}, error: error instanceof Error ? error.message : String(error) };
  }
}
