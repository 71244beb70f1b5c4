import type { ApiObject } from "../../shared/object.ts";
import { ApiError, notFound } from "../../shared/status.ts";
import type { Answer, RequestContext } from "../http/context.ts";
import { readExisting } from "../registry/write.ts";
import { admitAction } from "./admitAction.ts";
import { connectOptions } from "./connectOptions.ts";
import { type Services, writeContext } from "./services.ts";
import type { Target } from "./target.ts";

/**
 * exec, attach, log, port-forward and proxy need a node that runs the pod. A bare control plane has none: like the reference
 * without a node, it says what is missing.
 */
export async function connect(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace, name } = target;
  await admitConnection(services, context, target);
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

/** Connections pass admission as what they ask for; nothing of it is stored. */
async function admitConnection(services: Services, context: RequestContext, target: Target): Promise<void> {
  const { resource, subresource, namespace } = target;
  const path = context.info.parts.slice(3).join("/");
  const options = connectOptions(resource.resource, subresource?.name ?? "", context.query, path);
  if (options === undefined) return;
  const body = { kind: options.kind.kind, apiVersion: options.kind.version, ...options.fields } as unknown as ApiObject;
  const write = writeContext(services, context, namespace, false);
  await admitAction(services, { target, context: write, kind: options.kind, options: {} }, body, "CONNECT");
}
