import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { impersonate as actAs, ImpersonationError } from "../../../access/authentication/impersonation.ts";
import type { Answer, Filter, Handler, RequestContext } from "../../../ground/request/context.ts";
import { internalErrorPage } from "../../../ground/request/plainText.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { withoutHeaders } from "./withoutHeaders.ts";

/** Lets a permitted caller act as another user. @throws ApiError 403, 500 */
export function impersonate(authorizer: Authorizer, vocabulary: Vocabulary): Filter {
  const actAndPass = async (context: RequestContext, next: Handler): Promise<Answer> => {
    try {
      const user = await actAs(context.user, context.headers, authorizer, vocabulary);
      if (user !== context.user) context.audit?.impersonated(user);
      context.user = user;
    } catch (error) {
      // Impersonation headers without a user are a mistake of the client: the reference answers in plain text here.
      if (!(error instanceof ImpersonationError)) throw error;
      return internalErrorPage(context, error.message);
    }
    // Later handlers must not apply these headers a second time.
    context.headers = withoutHeaders(context.headers, isImpersonation);
    return next(context);
  };
  return (next) => (context) => (requestsImpersonation(context) ? actAndPass(context, next) : next(context));
}

const isImpersonation = (name: string): boolean => name.startsWith("impersonate-");

function requestsImpersonation({ headers }: RequestContext): boolean {
  for (const name in headers) if (isImpersonation(name)) return true;
  return false;
}
