import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { AGENT_PORT } from "../../../api/registry/podAccess.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { plainText } from "../../../ground/request/plainText.ts";
import { connectPod } from "./connectPod.ts";
import { checkPodLogOptions } from "./podLogOptions.ts";
import { pass, portOf, splitPath, unreachableNode } from "./proxies.ts";
import { readObject } from "./readObject.ts";
import { runInContainer } from "./runInContainer.ts";
import type { SchemeNamePort } from "./schemeNamePort.ts";

/**
 * Passes a request on to a node: to its kubelet, or to a server at another of its ports. Commands, logs and ports of
 * containers are answered here, through the same access as those of pods, with the kubelet's messages.
 * @throws ApiError 404, 503
 */
export async function proxyToNode(services: Services, context: RequestContext, at: SchemeNamePort): Promise<Answer> {
  const { podAccess } = services;
  const node = readObject(services, "nodes", "", at.name);
  if (!podAccess.reaches(at.name)) throw unreachableNode(services, at.name);
  const port = portOf(at, AGENT_PORT);
  const [, path] = splitPath(context.path);
  const wanted = port === AGENT_PORT ? CONTAINER_PATH.exec(path)?.groups : undefined;
  if (wanted !== undefined) return atContainer(services, context, at.name, wanted);
  return pass(context, {
    authority: `${addressOf(node)}:${port}`,
    port,
    ask: (request) => podAccess.requestNode(at.name, request),
  });
}

/** The kubelet's paths for containers; the uid of the pod may precede the container, or come last. */
const CONTAINER_PATH =
  /^\/(?<endpoint>exec|attach|run|portForward|containerLogs)\/(?<namespace>[^/]+)\/(?<name>[^/]+)(?:\/(?<first>[^/]+))?(?:\/(?<second>[^/]+))?$/;

type ContainerPath = Readonly<Record<string, string | undefined>>;

async function atContainer(
  services: Services,
  context: RequestContext,
  node: string,
  { endpoint = "", namespace = "", name = "", first = "", second }: ContainerPath,
): Promise<Answer> {
  const container = second ?? first;
  const pod = podOn(services, node, namespace, name);
  if (endpoint === "containerLogs") return logOf(services, context, { node, pod, name, container });
  if (pod === undefined) return plainText("pod does not exist", 404);
  const uid = endpoint === "portForward" ? first : second === undefined ? "" : first;
  if (uid !== "" && uid !== pod.metadata.uid) return plainText("pod not found", 404);
  if (endpoint === "run") return runInContainer(services, context, { node, namespace, name }, container);
  return inPlainWords(() =>
    connectPod(services, { ...context, query: queryOf(context.query, container) }, pod, node, endpoint.toLowerCase()),
  );
}

/** The pod, if it is on the node. */
function podOn(services: Services, node: string, namespace: string, name: string): ApiObject | undefined {
  try {
    const pod = readObject(services, "pods", namespace, name);
    return ((pod["spec"] ?? {}) as { nodeName?: string }).nodeName === node ? pod : undefined;
  } catch (error) {
    if (isApiError(error, "NotFound")) return undefined;
    throw error;
  }
}

interface LogQuery {
  readonly node: string;
  readonly pod: ApiObject | undefined;
  readonly name: string;
  readonly container: string;
}

function logOf(services: Services, context: RequestContext, { node, pod, name, container }: LogQuery): Answer {
  const query = new URLSearchParams(context.query);
  const tail = query.get("tail") ?? "";
  if (tail !== "") query.set("tailLines", tail);
  if (tail === "all") query.delete("tailLines");
  query.set("container", container);
  try {
    checkPodLogOptions(query, name, services.features.enabled("PodLogsQuerySplitStreams"));
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { code } = error.status;
    return plainText(`{"message": "${code === 422 ? "Invalid request." : "Unable to decode query."}"}`, code);
  }
  if (pod === undefined) return plainText(`pod ${JSON.stringify(name)} does not exist`, 404);
  if (!containersOf(pod).includes(container)) {
    return plainText(`container ${JSON.stringify(container)} not found in pod ${JSON.stringify(name)}`, 404);
  }
  return inPlainWords(() => connectPod(services, { ...context, query }, pod, node, "log"));
}

function containersOf({ spec }: ApiObject): string[] {
  type Named = { readonly name?: string }[];
  const {
    containers = [],
    initContainers = [],
    ephemeralContainers = [],
  } = (spec ?? {}) as Record<"containers" | "initContainers" | "ephemeralContainers", Named | undefined>;
  return [...containers, ...initContainers, ...ephemeralContainers].map(({ name = "" }) => name);
}

/** The kubelet's names of streams and ports, mapped to those of the API. */
const NAMES = [
  ["input", "stdin"],
  ["output", "stdout"],
  ["error", "stderr"],
  ["tty", "tty"],
] as const;

function queryOf(query: URLSearchParams, container: string): URLSearchParams {
  const made = new URLSearchParams();
  for (const [theirs, ours] of NAMES) if (query.get(theirs) === "1") made.set(ours, "true");
  for (const command of query.getAll("command")) made.append("command", command);
  for (const port of query.getAll("port")) made.append("ports", port);
  made.set("container", container);
  return made;
}

/** Converts an API error into the plain text that a kubelet sends. */
function inPlainWords(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (!isApiError(error)) throw error;
    return plainText(error.status.message ?? "", error.status.code ?? 500);
  }
}

function addressOf(node: ApiObject): string {
  const { addresses = [] } = (node["status"] ?? {}) as { addresses?: { type: string; address: string }[] };
  return addresses.find(({ type }) => type === "InternalIP")?.address ?? node.metadata.name ?? "";
}
