import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { impersonate as actAs } from "../../authentication/impersonation.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { Filter } from "../context.ts";

/** Lets a permitted caller act as somebody else. @throws ApiError 403, 500 */
export function impersonate(authorizer: Authorizer, vocabulary: Vocabulary): Filter {
  return (next) => async (context) => {
    context.user = await actAs(context.user, context.headers, authorizer, vocabulary);
    return next(context);
  };
}
