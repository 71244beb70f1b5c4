import { randomUUID } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Forward, ForwardRequest } from "../../../../shared/console/forward.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { HostError } from "../api/hostError.ts";
import type { Cluster } from "../cluster.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { requestHeaders } from "../proxy/proxyHeaders.ts";
import { refuseReadOnly } from "../proxy/readOnly.ts";
import type { Upstream } from "../proxy/upstream.ts";
import { joinTunnel } from "./podTunnel.ts";

/** Maximum number of open forwards, and of connections per forward. */
const MAX_FORWARDS = 32;
const MAX_CONNECTIONS = 64;

/** The headers of the page's request that name the user it views as. */
type PageHeaders = Parameters<typeof requestHeaders>[0];

/** Ports of pods forwarded to this machine's loopback address, each as long as its cluster and the console run. */
export interface PortForwards {
  list(): Forward[];
  /** @throws HostError when it is not allowed, or when there are too many; 409 when the local port is taken */
  open(cluster: Cluster, request: ForwardRequest, headers: PageHeaders): Promise<Forward>;
  /** @returns false when there is no such forward */
  stop(id: string): boolean;
  close(): void;
}

interface Held {
  readonly cluster: Cluster;
  readonly request: ForwardRequest;
  readonly server: Server;
  readonly sockets: Set<Socket>;
  readonly localPort: number;
  total: number;
  trouble: string;
}

export interface PortForwardParts {
  readonly clusters: ClusterRegistry;
  readonly upstream: Upstream;
}

/** @example const forwards = createPortForwards({ clusters, upstream }) */
export function createPortForwards({ clusters, upstream }: PortForwardParts): PortForwards {
  const held = new Map<string, Held>();
  const end = (id: string): boolean => {
    const forward = held.get(id);
    if (forward === undefined) return false;
    held.delete(id);
    forward.server.close();
    for (const socket of forward.sockets) socket.destroy();
    return true;
  };
  // A cluster that is removed, stopped or read-only by now gets no more connections.
  const unsubscribe = clusters.subscribe(() => {
    for (const [id, { cluster, request }] of held) {
      const isThere = clusters.get(cluster.id) === cluster && cluster.state() !== "stopped";
      if (!isThere || refuseReadOnly(cluster, "GET", pathOf(request)) !== undefined) end(id);
    }
  });
  return {
    list: () => [...held].map(([id, forward]) => shown(id, forward)),
    async open(cluster, request, headers) {
      const refusal = refuseReadOnly(cluster, "GET", pathOf(request));
      if (refusal !== undefined) throw new HostError(403, "Forbidden", refusal);
      if (held.size >= MAX_FORWARDS) {
        throw new HostError(429, "TooManyRequests", `No more than ${MAX_FORWARDS} ports are forwarded at once.`);
      }
      // Refuses headers that are not a valid identity before any socket listens.
      requestHeaders(headers, await cluster.target());
      const viewAs = { [VIEW_AS_HEADER]: headers[VIEW_AS_HEADER] };
      const sockets = new Set<Socket>();
      const server = createServer({ allowHalfOpen: true }, (local) => void take(local));
      server.maxConnections = MAX_CONNECTIONS;
      const localPort = await listen(server, request.localPort ?? 0);
      const forward: Held = { cluster, request, server, sockets, localPort, total: 0, trouble: "" };
      const take = async (local: Socket): Promise<void> => {
        sockets.add(local);
        local.on("close", () => sockets.delete(local));
        local.on("error", () => local.destroy());
        forward.total += 1;
        forward.trouble = "";
        try {
          const remote = await dial(upstream, forward, viewAs);
          joinTunnel(local, remote, (message) => {
            forward.trouble = message;
          });
          if (local.destroyed) remote.terminate();
        } catch (error) {
          forward.trouble = messageOf(error);
          local.destroy();
        }
      };
      const id = randomUUID();
      held.set(id, forward);
      return shown(id, forward);
    },
    stop: end,
    close() {
      unsubscribe();
      for (const id of [...held.keys()]) end(id);
    },
  };
}

const pathOf = ({ namespace, pod, port }: ForwardRequest): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`;

async function dial(upstream: Upstream, { cluster, request }: Held, headers: PageHeaders): Promise<WebSocket> {
  const target = await cluster.target();
  const protocol = createVocabulary(cluster.vocabulary || undefined).render("v4.channel.{domain}");
  return upstream.socket(target, { path: pathOf(request), headers: requestHeaders(headers, target) }, protocol);
}

/** @returns the port. @throws HostError when it is taken or not available */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      const message = isTaken ? `Port ${port} of this machine is taken.` : `Port ${port}: ${error.message}`;
      reject(new HostError(isTaken ? 409 : 400, isTaken ? "Conflict" : "BadRequest", message));
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function shown(id: string, { cluster, request, sockets, localPort, total, trouble }: Held): Forward {
  const { namespace, pod, port, target } = request;
  return { id, cluster: cluster.id, namespace, pod, port, target, localPort, open: sockets.size, total, trouble };
}

const MAX_PORT = 65_535;
/** The pattern of object names: no longer, and no other characters. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const TARGET = /^(pod|service)\/[a-z0-9.-]{1,253}$/;

/** Parses and validates the page's request. @throws HostError 400 */
export function readForwardRequest(fields: Readonly<Record<string, unknown>>): ForwardRequest {
  const { namespace, pod, port, localPort, target } = fields;
  const isPort = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_PORT;
  const isName = (value: unknown): value is string => typeof value === "string" && NAME.test(value);
  if (!isName(namespace) || !isName(pod)) throw new HostError(400, "BadRequest", "Namespace and pod are names.");
  if (!isPort(port)) throw new HostError(400, "BadRequest", "The pod's port is a number from 1 to 65535.");
  if (localPort !== undefined && !isPort(localPort)) {
    throw new HostError(400, "BadRequest", "The port of this machine is a number from 1 to 65535.");
  }
  const name = typeof target === "string" && TARGET.test(target) ? target : `pod/${pod}`;
  return { namespace, pod, port, target: name, ...(localPort === undefined ? {} : { localPort }) };
}
