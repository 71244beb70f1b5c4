import type { Answer, RequestContext } from "../http/context.ts";
import { discovery } from "./discovery/discovery.ts";
import { notFoundPage } from "./plainText.ts";
import type { Services } from "./services.ts";

/** Answers a path that is no resource. */
export type PathHandler = (context: RequestContext) => Answer | Promise<Answer>;

/**
 * Requests outside the resource tree: discovery, and whatever the composition root put under a path of its own (health,
 * metrics, version, OpenAPI). A route matches its path and everything below.
 */
export function dispatchNonResource(
  services: Services,
  routes: ReadonlyMap<string, PathHandler>,
  context: RequestContext,
): Answer | Promise<Answer> {
  const segments = context.path.split("/").filter((segment) => segment !== "");
  const [first = ""] = segments;
  if (first === "api" || first === "apis") return discovery(services, context);
  for (let length = segments.length; length > 0; length--) {
    const handler = routes.get(`/${segments.slice(0, length).join("/")}`);
    if (handler !== undefined) return handler(context);
  }
  if (segments.length === 0) {
    const paths = ["/api", "/api/v1", "/apis", ...routes.keys()].sort();
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ paths }, null, 2),
    };
  }
  return notFoundPage();
}
