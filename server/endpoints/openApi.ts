import type { PathHandler } from "./nonResource.ts";
import type { Services } from "./services.ts";

/** `/openapi/v2`, `/openapi/v3` and the documents below it. */
export function openApiRoutes(_services: Services): [string, PathHandler][] {
  return [];
}
