import type { RequestContext } from "../../ground/request/context.ts";
import type { Attributes } from "../../ground/rights/authorizer.ts";
import { selectorAttributes } from "./selectorAttributes.ts";

/**
 * The attributes of a request for the authorizers.
 * @param selectors whether to include selectors: the gate `AuthorizeWithSelectors`
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
