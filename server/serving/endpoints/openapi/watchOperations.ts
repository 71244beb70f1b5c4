import type { Operation } from "./operation.ts";
import { answers, META_TYPES, type OperationContext } from "./operationContext.ts";
import { parameterSets } from "./parameters.ts";

const DEPRECATED = "deprecated: use the 'watch' parameter with a list operation instead";

/** The deprecated paths `/watch/…` of a resource, for its collections and its objects. */
export function watchOperations(context: OperationContext): Operation[] {
  const { resource, prefix, scope, kind, root, collection } = context;
  const shared = {
    method: "get",
    tag: context.tag,
    kind,
    consumes: context.consumes,
    produces: context.watchMedia,
    responses: answers(META_TYPES.watchEvent, 200),
  } as const;
  const list = {
    ...shared,
    description: `watch individual changes to a list of ${kind.kind}. ${DEPRECATED}.`,
    action: "watchlist",
  } as const;
  const found: Operation[] = [
    {
      ...list,
      path: `${root}/watch${collection}`,
      id: `watch${prefix}${scope}${kind.kind}List`,
      parameters: [...context.collectionParameters, ...parameterSets.list],
    },
  ];
  if (resource.namespaced) {
    found.push({
      ...list,
      path: `${root}/watch/${resource.resource}`,
      id: `watch${prefix}${kind.kind}ListForAllNamespaces`,
      parameters: parameterSets.list,
    });
  }
  if (resource.verbs.has("get")) {
    found.push({
      ...shared,
      path: `${root}/watch${collection}/{name}`,
      id: `watch${prefix}${scope}${kind.kind}`,
      description: `watch changes to an object of kind ${kind.kind}. ${DEPRECATED}, filtered to a single item with the 'fieldSelector' parameter.`,
      parameters: [...context.itemParameters, ...parameterSets.list],
      action: "watch",
    });
  }
  return found;
}
