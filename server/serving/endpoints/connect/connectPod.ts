import type { ApiObject } from "../../../../shared/object.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";
import { badRequest, notFound } from "../../../../shared/status.ts";
import type { ContainerAccess, PlacedPod } from "../../../api/registry/podAccess.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { plainText } from "../../../ground/request/plainText.ts";
import type { RequestedStreams } from "../../streams/commandStreams.ts";
import { runCommand } from "../../streams/runCommand.ts";
import { upgradeToCommand, upgradeToPorts } from "../../streams/upgrades.ts";
import { answerLog } from "./podLog.ts";

interface ContainerSpec {
  readonly name?: string;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly tty?: boolean;
}

/** Answers `log`, `exec`, `attach` and `portforward` for a pod on a node within reach. @throws ApiError */
export function connectPod(
  services: Services,
  context: RequestContext,
  pod: ApiObject,
  node: string,
  action: string,
): Answer {
  const { namespace = "", name = "" } = pod.metadata;
  const placed = { node, namespace, name };
  if (action === "portforward") return forwardPorts(services, context, placed);
  const { query } = context;
  const spec = (pod["spec"] ?? {}) as Record<"containers" | "initContainers" | "ephemeralContainers", ContainerSpec[]>;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const container = query.get("container") || (containers[0]?.name ?? "");
  const access = services.podAccess.container(placed, container);
  if (action === "log") {
    if (access === undefined) throw notFound({ group: "", resource: "pods" }, name);
    return answerLog(access, { pod: name, container }, query, services.now());
  }
  // The kubelet's message, which the reference passes on unchanged.
  if (access === undefined || !access.isRunning) return plainText(`container not found ("${container}")\n`, 404);
  const all = [...containers, ...initContainers, ...ephemeralContainers];
  const own = all.find((each) => each.name === container) ?? {};
  return action === "exec" ? exec(services, context, access) : attach(services, context, access, own);
}

/** @throws ApiError 400 when no stream is requested */
function requestedStreams(query: URLSearchParams): RequestedStreams {
  const wants = (name: string): boolean => isTrue(query.get(name));
  const requested = { stdin: wants("stdin"), stdout: wants("stdout"), stderr: wants("stderr"), tty: wants("tty") };
  if (!requested.stdin && !requested.stdout && !requested.stderr) {
    throw badRequest("you must specify at least 1 of stdin, stdout, stderr");
  }
  return requested;
}

function exec(services: Services, context: RequestContext, container: ContainerAccess): Answer {
  const requested = requestedStreams(context.query);
  const command = context.query.getAll("command");
  return upgradeToCommand(context, services, requested, (streams) => {
    const process = container.exec(command, { tty: requested.tty, stdin: requested.stdin });
    runCommand(process, streams, { requested: requested, command, isOwn: true, endsInput: true });
  });
}

/** Attaches to a container, whose spec determines whether it has a terminal and whether it reads input. */
function attach(services: Services, context: RequestContext, container: ContainerAccess, own: ContainerSpec): Answer {
  const asked = requestedStreams(context.query);
  const { stdin = false, stdinOnce = false, tty = false } = own;
  if (asked.tty && !tty) throw badRequest("unable to attach to a terminal: the container has none");
  const requested = { ...asked, tty, stdin: asked.stdin && stdin };
  return upgradeToCommand(context, services, { ...asked, tty }, (streams) => {
    runCommand(container.attach(), streams, { requested: requested, command: [], isOwn: false, endsInput: stdinOnce });
  });
}

function forwardPorts(services: Services, context: RequestContext, pod: PlacedPod): Answer {
  const ports = context.query
    .getAll("ports")
    .flatMap((text) => text.split(","))
    .map(Number);
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) throw badRequest("invalid port");
  return upgradeToPorts(context, services, ports, (port) => {
    const connection = services.podAccess.dial(pod, port);
    return connection ?? refused(pod, port);
  });
}

const refused = ({ namespace, name }: PlacedPod, port: number): string =>
  `failed to connect to localhost:${port} inside pod ${namespace}/${name}, IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused`;
