import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, badRequest, notFound, serviceUnavailable } from "../../../../shared/status.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import { readExisting } from "../../../api/registry/write/write.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import type { Target } from "../target.ts";
import { admitAction } from "../verbs/admitAction.ts";
import { connectOptions } from "./connectOptions.ts";
import { checkPodLogOptions } from "./podLogOptions.ts";
import { type SchemeNamePort, schemeNamePort } from "./schemeNamePort.ts";

interface Named {
  readonly name?: string;
}

/**
 * exec, attach, log, port-forward and proxy need a node that runs the pod. A bare control plane has none: like the reference
 * without a node, it says what is missing.
 */
export async function connect(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  await admitConnection(services, context, target);
  const action = target.subresource?.name ?? "";
  if (target.resource.resource === "pods" && action !== "proxy") return connectPod(services, context, target, action);
  const { resource, namespace, name } = target;
  const at = schemeNamePort(name);
  if (at === undefined) {
    throw badRequest(`invalid ${resource.kind.toLowerCase()} request ${JSON.stringify(name)}`);
  }
  if (resource.resource === "services") return reachService(services, namespace, at, name);
  if (resource.resource === "nodes") return reachNode(services, at.name);
  read(services, "pods", namespace, at.name);
  // Only a running pod has an address, and nothing runs here.
  throw badRequest("address not allowed");
}

/** What goes to the node that runs the pod. */
function connectPod(services: Services, context: RequestContext, target: Target, action: string): Answer {
  const { namespace, name } = target;
  if (action === "log") checkPodLogOptions(context.query, name);
  const pod = read(services, "pods", namespace, name);
  if (action !== "portforward") checkContainer(pod, context.query.get("container") ?? "");
  const { nodeName = "" } = (pod["spec"] ?? {}) as { nodeName?: string };
  if (nodeName !== "") return reachNode(services, nodeName);
  // The log of a pod that was never scheduled is empty; everything else cannot start.
  if (action === "log") return { status: 204, headers: {}, body: "" };
  throw badRequest(`pod ${name} does not have a host assigned`);
}

/** @throws ApiError 400 unless a container of the pod is named, or there is only one */
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

/** @throws ApiError always: there is no node, or no way to it */
function reachNode(services: Services, name: string): never {
  const node = read(services, "nodes", "", name);
  const { addresses = [] } = (node["status"] ?? {}) as { addresses?: { type: string; address: string }[] };
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(" ");
  if (known === "") throw new ApiError(500, "", "no preferred addresses found; known addresses: []");
  throw serviceUnavailable(`error trying to reach service: no route to node ${JSON.stringify(name)}`);
}

/** @throws ApiError always: behind a service of a bare control plane there is nobody */
function reachService(services: Services, namespace: string, { name, port }: SchemeNamePort, id: string): never {
  let portName = port;
  if (/^[+-]?\d+$/.test(port)) {
    const service = read(services, "services", namespace, name);
    const { ports = [] } = (service["spec"] ?? {}) as { ports?: { port: number; name?: string }[] };
    const found = ports.find((each) => each.port === Number(port));
    if (found === undefined) {
      throw serviceUnavailable(`no service port ${Number(port)} found for service ${JSON.stringify(name)}`);
    }
    portName = found.name ?? "";
  }
  type Subset = { addresses?: unknown[]; ports?: Named[] };
  const subsets = (read(services, "endpoints", namespace, name)["subsets"] ?? []) as Subset[];
  const none = (whom: string) => serviceUnavailable(`no endpoints available for service ${JSON.stringify(whom)}`);
  if (subsets.length === 0) throw none(name);
  const ready = subsets.filter(({ addresses = [] }) => addresses.length > 0);
  if (!ready.some(({ ports = [] }) => ports.some((each) => (each.name ?? "") === portName))) throw none(id);
  throw serviceUnavailable("error trying to reach service: no route to host");
}

/** @throws ApiError 404 */
function read(services: Services, plural: string, namespace: string, name: string): ApiObject {
  const resource = services.catalog.find("", "v1", plural);
  const existing = resource === undefined ? undefined : readExisting(resource, namespace, name);
  if (existing === undefined) throw notFound({ group: "", resource: plural }, name);
  return existing.object;
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
