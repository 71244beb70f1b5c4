import type { Attributes, Authorizer } from "../../authorization/authorizer.ts";
import { forbiddenError } from "../../authorization/forbiddenText.ts";
import { selectorAttributes } from "../../authorization/selectorAttributes.ts";
import { internalErrorPage } from "../../endpoints/plainText.ts";
import type { Filter, RequestContext } from "../context.ts";

/**
 * What a request wants, for the authorizers.
 * @param selectors whether they are told of selectors: the gate `AuthorizeWithSelectors`
 */
export function attributesOf(context: RequestContext, selectors = true): Attributes {
  const { info } = context;
  if (!info.isResourceRequest) return { resourceRequest: false, verb: info.verb, path: context.path };
  const { verb, group, version, resource, subresource, namespace, name, fieldSelector, labelSelector } = info;
  return {
    resourceRequest: true,
    verb,
    group,
    version,
    resource,
    subresource,
    namespace,
    name,
    ...(selectors && (fieldSelector !== "" || labelSelector !== "")
      ? selectorAttributes(fieldSelector, labelSelector)
      : undefined),
  };
}

/**
 * Asks the authorizers; only `allow` passes. When one of them could not be asked and no other allows, nobody can tell
 * whether the request is forbidden: it fails with 500 in plain text.
 * @throws ApiError 403
 */
export function authorize(authorizer: Authorizer, options: { readonly selectors?: boolean } = {}): Filter {
  return (next) => async (context) => {
    const attributes = attributesOf(context, options.selectors);
    const answer = authorizer.authorize(context.user, attributes, context.signal);
    const { decision, reason, evaluationError } = answer instanceof Promise ? await answer : answer;
    if (decision === "allow") return next(context);
    if (evaluationError !== undefined) return internalErrorPage(context, evaluationError);
    throw forbiddenError(context.user, attributes, reason);
  };
}
