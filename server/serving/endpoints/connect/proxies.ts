import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, badRequest, serviceUnavailable } from "../../../../shared/status.ts";
import type { PlacedPod, PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { proxiedAnswer } from "./proxiedAnswer.ts";
import { readObject } from "./readObject.ts";
import type { SchemeNamePort } from "./schemeNamePort.ts";

interface Named {
  readonly name?: string;
}

/** Headers that belong to the connection, or to this server. */
const OWN_HEADERS = new Set(["connection", "authorization", "upgrade", "transfer-encoding", "content-length", "host"]);

/** Passes a request on to a port of a pod, by default to the first one that the pod declares. @throws ApiError */
export async function proxyToPod(
  services: Services,
  context: RequestContext,
  namespace: string,
  at: SchemeNamePort,
): Promise<Answer> {
  const pod = readObject(services, "pods", namespace, at.name);
  const { containers = [] } = (pod["spec"] ?? {}) as { containers?: { ports?: { containerPort: number }[] }[] };
  const declared = containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort;
  const port = portOf(at, declared ?? 80);
  const address = addressOf(pod);
  // Only a running pod has an address.
  if (address === undefined) throw badRequest("address not allowed");
  return passToPod(services, context, placed(pod), `${address}:${port}`, port);
}

/**
 * Passes a request on to one of the ready endpoints of a service.
 * @param id the service as named by the request, with optional scheme and port
 * @throws ApiError 404, 503
 */
export async function proxyToService(
  services: Services,
  context: RequestContext,
  namespace: string,
  at: SchemeNamePort,
  id: string,
): Promise<Answer> {
  const { name } = at;
  let portName = at.port;
  if (/^[+-]?\d+$/.test(at.port)) {
    const service = readObject(services, "services", namespace, name);
    const { ports = [] } = (service["spec"] ?? {}) as { ports?: { port: number; name?: string }[] };
    const found = ports.find((each) => each.port === Number(at.port));
    if (found === undefined) {
      throw serviceUnavailable(`no service port ${Number(at.port)} found for service ${JSON.stringify(name)}`);
    }
    portName = found.name ?? "";
  }
  type Address = { ip: string; targetRef?: { kind?: string; name?: string } };
  type Subset = { addresses?: Address[]; ports?: (Named & { port: number })[] };
  const subsets = (readObject(services, "endpoints", namespace, name)["subsets"] ?? []) as Subset[];
  const none = (whom: string) => serviceUnavailable(`no endpoints available for service ${JSON.stringify(whom)}`);
  if (subsets.length === 0) throw none(name);
  const places = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const port = ports.find((each) => (each.name ?? "") === portName)?.port;
    return port === undefined ? [] : addresses.map((address) => ({ ...address, port }));
  });
  const chosen = places[Math.floor(Math.random() * places.length)];
  if (chosen === undefined) throw none(id);
  if (chosen.targetRef?.kind !== "Pod") throw unreachable("no route to host");
  const pod = readObject(services, "pods", namespace, chosen.targetRef.name ?? "");
  return passToPod(services, context, placed(pod), `${chosen.ip}:${chosen.port}`, chosen.port);
}

/** The error for a node whose kubelet is unreachable. @throws ApiError 404 when the node does not exist */
export function unreachableNode(services: Services, name: string): ApiError {
  const node = readObject(services, "nodes", "", name);
  const { addresses = [] } = (node["status"] ?? {}) as { addresses?: { type: string; address: string }[] };
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(" ");
  if (known === "") return new ApiError(500, "", "no preferred addresses found; known addresses: []");
  return unreachable(`no route to node ${JSON.stringify(name)}`);
}

/** The highest valid port. */
const LAST_PORT = 65_535;

/** The port that a path names. @param usual the default port @throws ApiError 503 for an invalid port */
export function portOf({ port }: SchemeNamePort, usual: number): number {
  if (port === "") return usual;
  if (!/^\d+$/.test(port)) throw unreachable(`dial tcp: lookup tcp/${port}: unknown port`);
  if (Number(port) > LAST_PORT) throw unreachable(`dial tcp: address ${port}: invalid port`);
  return Number(port);
}

const unreachable = (message: string): ApiError => serviceUnavailable(`error trying to reach service: ${message}`);

const addressOf = (pod: ApiObject): string | undefined =>
  ((pod["status"] ?? {}) as { podIP?: string }).podIP || undefined;

function placed(pod: ApiObject): PlacedPod {
  const { nodeName = "" } = (pod["spec"] ?? {}) as { nodeName?: string };
  return { node: nodeName, namespace: pod.metadata.namespace ?? "", name: pod.metadata.name ?? "" };
}

/** The server to which a request is passed on. */
export interface Destination {
  /** `host:port`. */
  readonly authority: string;
  readonly port: number;
  /** @returns undefined when no program listens, or it does not speak HTTP */
  ask(request: PodRequest): Promise<PodResponse | undefined>;
}

function passToPod(
  services: Services,
  context: RequestContext,
  pod: PlacedPod,
  authority: string,
  port: number,
): Promise<Answer> {
  if (!services.podAccess.reaches(pod.node)) throw unreachable("no route to host");
  return pass(context, { authority, port, ask: (request) => services.podAccess.request(pod, request) });
}

/** Passes a request on, and the answer back. @throws ApiError 503 when there is no answer */
export async function pass(context: RequestContext, { authority, port, ask }: Destination): Promise<Answer> {
  const mark = (context.uri ?? "").indexOf("?");
  const query = mark < 0 ? "" : (context.uri ?? "").slice(mark);
  const [prefix = "", path = ""] = splitPath(context.path);
  // Relative links of a page at an empty path would not work.
  if (path === "" && (context.method === "GET" || context.method === "HEAD")) {
    return { status: 301, headers: { location: `${prefix}/${query}` }, body: "" };
  }
  const headers = Object.entries(context.headers).flatMap(([name, value]) =>
    value === undefined || OWN_HEADERS.has(name) ? [] : [[name, [value].flat().join(", ")] as const],
  );
  const answer = await ask({
    port,
    method: context.method,
    path: `${path === "" ? "/" : path}${query}`,
    headers: {
      ...Object.fromEntries(headers),
      host: authority,
      "x-forwarded-for": context.remoteAddress,
      "x-forwarded-uri": context.path,
    },
    body: await context.body(),
  });
  if (answer === undefined) throw unreachable(`dial tcp ${authority}: connect: connection refused`);
  return inTurns(proxiedAnswer(answer, { prefix, authority }));
}

/** Splits a path into the path of the proxy and the path to pass on. */
export function splitPath(path: string): [string, string] {
  const [prefix = path] = /^.*?\/proxy(?=\/|$)/.exec(path) ?? [];
  return [prefix, path.slice(prefix.length)];
}
