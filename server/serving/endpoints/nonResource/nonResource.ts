import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { notFoundPage } from "../../../ground/request/plainText.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import { discovery } from "../discovery/discovery.ts";
import { rootIndex } from "./rootIndex.ts";

/** Answers a path that is no resource. */
export type PathHandler = (context: RequestContext) => Answer | Promise<Answer>;

/**
 * Requests outside the resource tree: discovery, and whatever the composition root put under a path of its own (health,
 * metrics, version, OpenAPI). A route matches its path and everything below.
 */
export function dispatchNonResource(
  services: Services,
  aggregation: Aggregation,
  routes: ReadonlyMap<string, PathHandler>,
  context: RequestContext,
): Answer | Promise<Answer> {
  const segments = context.path.split("/").filter((segment) => segment !== "");
  const [first = ""] = segments;
  if (first === "api" || first === "apis") return discovery(services, aggregation, context);
  for (let length = segments.length; length > 0; length--) {
    const handler = routes.get(`/${segments.slice(0, length).join("/")}`);
    if (handler !== undefined) return handler(context);
  }
  if (segments.length === 0 || context.path === "/index.html") return rootIndex(aggregation.groups.listed, routes);
  return notFoundPage();
}

/** A route for its path alone: below it there is nothing, and a slash at the end is below. */
export const exactly = (path: string, handler: PathHandler): readonly [string, PathHandler] => [
  path,
  (context) => (context.path === path ? handler(context) : notFoundPage()),
];
