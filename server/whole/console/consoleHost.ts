import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { steadyNow } from "../../ground/timing/steadyNow.ts";
import { GuardedServer } from "../../serving/http/connections/guardedServer.ts";
import { asksForWebSocket, requestClass } from "../../serving/http/connections/requestClass.ts";
import type { ServerLimits } from "../../serving/http/connections/serverLimits.ts";
import { refuseUpgrade, statusBody } from "./answers.ts";
import type { HostParts } from "./api/clusterActions.ts";
import { createHostApi } from "./api/hostApi.ts";
import type { Cluster } from "./cluster.ts";
import type { ClusterRegistry } from "./clusterRegistry.ts";
import { createContentLoads } from "./content/contentLoads.ts";
import { createPortForwards } from "./forwards/portForwards.ts";
import { createGuard, type Guard } from "./guard.ts";
import { createHandovers } from "./instance/handovers.ts";
import { answerOpenRequest, OPEN_PATH } from "./instance/openEndpoint.ts";
import { type Opening, openingPath } from "./instance/openingPath.ts";
import { sendRefusal } from "./instance/refusalPage.ts";
import { welcome } from "./instance/welcome.ts";
import { isClusterPath, parseClusterPath } from "./proxy/clusterPath.ts";
import { proxyRequest } from "./proxy/proxyRequest.ts";
import { proxyUpgrade } from "./proxy/proxyUpgrade.ts";
import { createUpstream } from "./proxy/upstream.ts";
import { securityHeaders } from "./securityHeaders.ts";
import { serveStatic } from "./staticFiles.ts";

export interface ConsoleHostOptions {
  readonly clusters: ClusterRegistry;
  /** The parts for managing clusters; without them the page can only use those of the registry. */
  readonly parts?: HostParts;
  /** Folder of the built page. */
  readonly rendererDir: string;
  /** Default: any free port. */
  readonly port?: number;
  /**
   * Brings the console's own window to the front, optionally at a path of the console; absent if there is no window.
   */
  readonly show?: (path?: string) => void;
  readonly now?: () => number;
  /** Limits that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
  /** Logs failures of the host itself; refused requests are not failures. */
  readonly logger?: { error(details: object, message: string): void };
}

/** A console host that listens on the loopback address. */
export interface ConsoleHost {
  /** `http://127.0.0.1:<port>`: useful only to an admitted page. */
  readonly url: string;
  /** An address that opens the console once; every access creates a new one. */
  readonly openUrl: string;
  /** The same for a view or a text. @throws HostError if it cannot be opened */
  addressOf(opening: Opening): string;
  /** For programs of the same user, see {@link answerOpenRequest}. */
  readonly token: string;
  /** Ends every connection, including watches. */
  close(): Promise<void>;
}

/** Maximum milliseconds for receiving a whole request: an imported sandbox may be large. */
const UPLOAD_LIMIT = 300_000;

/** The target of a request for a cluster: a cluster and path, or the error. */
type Route = { cluster: Cluster; path: string } | { status: 400 | 404; message: string };

function route(clusters: ClusterRegistry, target: string): Route {
  const parsed = parseClusterPath(target);
  if (parsed === undefined) return { status: 400, message: "The path is not one of a cluster's API." };
  const cluster = clusters.get(parsed.cluster);
  return cluster ? { cluster, path: parsed.path } : { status: 404, message: "There is no such cluster." };
}

/**
 * Serves the console's page, and, to that page only, the APIs of the clusters in the registry. The page never sees
 * credentials: the host adds them.
 *
 * @throws the operating system's error when the port is taken
 */
export async function startConsoleHost(options: ConsoleHostOptions): Promise<ConsoleHost> {
  const { clusters, rendererDir, logger } = options;
  const upstream = createUpstream();
  const handovers = createHandovers(options.now ?? steadyNow);
  const forwards = createPortForwards({ clusters, upstream });
  const loads = createContentLoads({ clusters, upstream, logger });
  const { parts, show } = options;
  const api = createHostApi({
    clusters,
    upstream,
    parts,
    forwards,
    loads,
    handovers,
    show: show && (() => show()),
    logger,
  });
  const server = new GuardedServer({
    classes: { IncomingMessage: requestClass(asksForWebSocket) },
    onRequest: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        logger?.error({ err: error }, "the console host failed");
        if (response.headersSent) response.destroy();
        else statusBody(response, 500, "InternalError", "The console host failed.");
      });
    },
    onUpgrade: (request, socket, head) => {
      upgrade(request, socket, head).catch((error: unknown) => {
        logger?.error({ err: error }, "the console host failed");
        socket.destroy();
      });
    },
    limits: { requestTime: UPLOAD_LIMIT, ...options.limits },
  });
  const { port } = await server.listen(options.port ?? 0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const guard: Guard = createGuard(port);
  const headers = securityHeaders(url);
  const pathOf = (opening: Opening): string => openingPath(opening, clusters, handovers);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cookie = guard.admit(request);
    if (cookie !== undefined) {
      welcome(request, response, { ...headers, "set-cookie": cookie, "cache-control": "no-store" });
      return;
    }
    if (request.url === OPEN_PATH) return answerOpenRequest({ guard, pathOf, show }, request, response);
    const refusal = guard.refuse(request, { websocket: false });
    if (refusal) {
      sendRefusal(refusal, request, response, headers);
      return;
    }
    const target = request.url ?? "/";
    if (isClusterPath(target)) {
      const found = route(clusters, target);
      if ("status" in found)
        statusBody(response, found.status, found.status === 404 ? "NotFound" : "BadRequest", found.message);
      else await proxyRequest(upstream, found.cluster, found.path, request, response);
    } else if (target.startsWith("/host/")) {
      await api.handle(request, response);
    } else {
      await serveStatic(rendererDir, request, response, headers);
    }
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const refusal = guard.refuse(request, { websocket: true });
    if (refusal) return refuseUpgrade(socket, refusal.status, refusal.message);
    if (api.upgrade(request, socket, head)) return;
    const found = route(clusters, request.url ?? "/");
    if ("status" in found) return refuseUpgrade(socket, found.status, found.message);
    await proxyUpgrade(upstream, found.cluster, found.path, request, socket, head);
  };

  return {
    url,
    get openUrl() {
      return guard.openUrl();
    },
    addressOf: (opening) => guard.openUrl(pathOf(opening)),
    token: guard.token,
    async close() {
      forwards.close();
      loads.close();
      api.close();
      upstream.close();
      await server.close();
    },
  };
}
