import type { ApiObject } from "../../../../shared/object.ts";
import { badRequest } from "../../../../shared/status.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import type { Target } from "../target.ts";
import { admitAction } from "../verbs/admitAction.ts";
import { connectOptions } from "./connectOptions.ts";
import { connectPod } from "./connectPod.ts";
import { proxyToNode } from "./nodeProxy.ts";
import { checkPodLogOptions } from "./podLogOptions.ts";
import { proxyToPod, proxyToService, unreachableNode } from "./proxies.ts";
import { readObject } from "./readObject.ts";
import { schemeNamePort } from "./schemeNamePort.ts";

interface Named {
  readonly name?: string;
}

/**
 * exec, attach, log, port-forward and proxy need a node that runs the pod: one that this server simulates. For any
 * other node the answer is the reference's for an unreachable node.
 */
export async function connect(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  await admitConnection(services, context, target);
  const action = target.subresource?.name ?? "";
  if (target.resource.resource === "pods" && action !== "proxy") return reachPod(services, context, target, action);
  const { resource, namespace, name } = target;
  const at = schemeNamePort(name);
  if (at === undefined) {
    throw badRequest(`invalid ${resource.kind.toLowerCase()} request ${JSON.stringify(name)}`);
  }
  if (resource.resource === "services") return proxyToService(services, context, namespace, at, name);
  if (resource.resource === "nodes") return proxyToNode(services, context, at);
  return proxyToPod(services, context, namespace, at);
}

/** Connects to a pod through the node that runs it. */
function reachPod(services: Services, context: RequestContext, target: Target, action: string): Answer {
  const { namespace, name } = target;
  if (action === "log") checkPodLogOptions(context.query, name, services.features.enabled("PodLogsQuerySplitStreams"));
  const pod = readObject(services, "pods", namespace, name);
  if (action !== "portforward") checkContainer(pod, context.query.get("container") ?? "");
  const { nodeName = "" } = (pod["spec"] ?? {}) as { nodeName?: string };
  if (nodeName !== "" && services.podAccess.reaches(nodeName))
    return connectPod(services, context, pod, nodeName, action);
  if (nodeName !== "") throw unreachableNode(services, nodeName);
  // The log of a pod that was never scheduled is empty; all other actions fail.
  if (action === "log") return { status: 204, headers: {}, body: "" };
  throw badRequest(`pod ${name} does not have a host assigned`);
}

/** @throws ApiError 400 unless the pod has the named container, or no name is given and it has only one */
function checkContainer(pod: ApiObject, wanted: string): void {
  const spec = (pod["spec"] ?? {}) as Record<"containers" | "initContainers" | "ephemeralContainers", Named[]>;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const { name } = pod.metadata;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((container) => container.name ?? "");
  if (wanted !== "" && !names.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${name}`);
  if (wanted === "" && containers.length > 1) {
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`);
  }
}

/** Runs admission for a connection. The object that admission sees is the connection's options; nothing is stored. */
async function admitConnection(services: Services, context: RequestContext, target: Target): Promise<void> {
  const { resource, subresource, namespace } = target;
  const path = context.info.parts.slice(3).join("/");
  const options = connectOptions(resource.resource, subresource?.name ?? "", context.query, path);
  if (options === undefined) return;
  const body = { kind: options.kind.kind, apiVersion: options.kind.version, ...options.fields } as unknown as ApiObject;
  const write = writeContext(services, context, namespace, false);
  await admitAction(services, { target, context: write, kind: options.kind, options: {} }, body, "CONNECT");
}
