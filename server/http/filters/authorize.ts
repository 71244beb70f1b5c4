import type { Attributes, Authorizer } from "../../authorization/authorizer.ts";
import { forbiddenError } from "../../authorization/forbiddenText.ts";
import type { Filter, RequestContext } from "../context.ts";

/** What a request wants, for the authorizers. */
export function attributesOf(context: RequestContext): Attributes {
  const { info } = context;
  return info.isResourceRequest
    ? {
        resourceRequest: true,
        verb: info.verb,
        group: info.group,
        version: info.version,
        resource: info.resource,
        subresource: info.subresource,
        namespace: info.namespace,
        name: info.name,
      }
    : { resourceRequest: false, verb: info.verb, path: context.path };
}

/** Asks the authorizers; only `allow` passes. @throws ApiError 403 */
export function authorize(authorizer: Authorizer): Filter {
  return (next) => async (context) => {
    const attributes = attributesOf(context);
    const verdict = await authorizer.authorize(context.user, attributes);
    if (verdict.decision !== "allow") throw forbiddenError(context.user, attributes, verdict.reason);
    return next(context);
  };
}
