import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { notFoundPage } from "../../../ground/request/plainText.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import { discovery } from "../discovery/discovery.ts";
import { rootIndex } from "./rootIndex.ts";

/** Answers a path that is not a resource. */
export type PathHandler = (context: RequestContext) => Answer | Promise<Answer>;

/**
 * Requests outside the resource tree: discovery, and the paths that the composition root registers (health, metrics,
 * version, OpenAPI). A route matches its path and everything below.
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
  const handler = handlerOf(routes, `/${segments.join("/")}`);
  if (handler !== undefined) return handler(context);
  if (segments.length === 0 || context.path === "/index.html") return rootIndex(aggregation.groups.listed, routes);
  return notFoundPage();
}

/**
 * The handler of the longest route that equals the path or is a parent of it. There are few routes, but a path may have
 * many segments.
 */
function handlerOf(routes: ReadonlyMap<string, PathHandler>, path: string): PathHandler | undefined {
  let longest = "";
  for (const route of routes.keys()) {
    const leadsThere = path === route || (path.startsWith(route) && path.charAt(route.length) === "/");
    if (leadsThere && route.length > longest.length) longest = route;
  }
  return routes.get(longest);
}

/** A route for exactly one path: anything below it, including a trailing slash, is not found. */
export const exactly = (path: string, handler: PathHandler): readonly [string, PathHandler] => [
  path,
  (context) => (context.path === path ? handler(context) : notFoundPage()),
];
