import { ApiError, notFound } from "../../shared/status.ts";
import type { Answer, RequestContext } from "../http/context.ts";
import { readExisting } from "../registry/store.ts";
import type { Services } from "./services.ts";
import type { Target } from "./target.ts";

/**
 * exec, attach, log, port-forward and proxy need a node that runs the pod. A bare control plane has none: like the reference
 * without a node, it says what is missing.
 */
export function connect(_services: Services, _context: RequestContext, target: Target): Answer {
  const { resource, namespace, name } = target;
  const existing = readExisting(resource, namespace, name);
  if (existing === undefined) throw notFound(resource, name);
  const spec = existing.object["spec"] as { nodeName?: string; containers?: { name: string }[] } | undefined;
  if (resource.resource === "pods") {
    if (spec?.nodeName === undefined || spec.nodeName === "") {
      // The log of a pod that was never scheduled is empty; everything else cannot start.
      if (target.subresource?.name === "log") {
        return { status: 200, headers: { "content-type": "text/plain" }, body: "" };
      }
      throw new ApiError(400, "BadRequest", `pod ${name} does not have a host assigned`);
    }
    throw new ApiError(
      500,
      "InternalError",
      `Internal error occurred: no route to node ${JSON.stringify(spec.nodeName)}`,
    );
  }
  throw new ApiError(
    503,
    "ServiceUnavailable",
    `no endpoints available for ${resource.kind.toLowerCase()} ${JSON.stringify(name)}`,
  );
}
