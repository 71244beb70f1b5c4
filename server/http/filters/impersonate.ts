import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { impersonate as actAs, ImpersonationError } from "../../authentication/impersonation.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import { internalErrorPage } from "../../endpoints/plainText.ts";
import type { Filter, RequestContext } from "../context.ts";

/** Lets a permitted caller act as somebody else. @throws ApiError 403, 500 */
export function impersonate(authorizer: Authorizer, vocabulary: Vocabulary): Filter {
  return (next) => async (context) => {
    try {
      context.user = await actAs(context.user, context.headers, authorizer, vocabulary);
    } catch (error) {
      // Parts without a user are a mistake of the client's code: the reference answers plain text here.
      if (!(error instanceof ImpersonationError)) throw error;
      return internalErrorPage(context, error.message);
    }
    context.headers = withoutImpersonation(context.headers);
    return next(context);
  };
}

/** Nobody behind this may act on them a second time. */
function withoutImpersonation(headers: RequestContext["headers"]): RequestContext["headers"] {
  const isOurs = (name: string): boolean => name.startsWith("impersonate-");
  if (!Object.keys(headers).some(isOurs)) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOurs(name)));
}
