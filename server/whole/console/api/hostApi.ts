import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { HostEvent } from "../../../../shared/console/hostEvent.ts";
import type { Overview } from "../../../../shared/console/overview.ts";
import { percentDecoded } from "../../../../shared/text/percentDecoded.ts";
import { statusBody } from "../answers.ts";
import { type Cluster, summarize } from "../cluster.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { type ContentLoads, readLoadRequest } from "../content/contentLoads.ts";
import type { PortForwards } from "../forwards/portForwards.ts";
import { readForwardRequest } from "../forwards/portForwards.ts";
import type { Handovers } from "../instance/handovers.ts";
import { readLink } from "../links/readLink.ts";
import { requestUrl } from "../proxy/requestUrl.ts";
import type { Upstream } from "../proxy/upstream.ts";
import { checkSandboxFlags, sandboxFlags } from "../sandboxes/sandboxFlags.ts";
import { adviseCluster, adviseManifests } from "./adviceActions.ts";
import { createAuditFeed } from "./auditFeed.ts";
import { auditPage } from "./auditPages.ts";
import {
  type ActionContext,
  addContexts,
  CLUSTER_ACTIONS,
  changeCluster,
  type HostParts,
  removeCluster,
} from "./clusterActions.ts";
import { HostError, refusalFor } from "./hostError.ts";
import { type Fields, readBody, readFields } from "./readBody.ts";
import { sendOrEnd } from "./sendOrEnd.ts";

export interface HostApiOptions {
  readonly clusters: ClusterRegistry;
  readonly upstream: Upstream;
  /** Without them the page can show clusters but not manage them. */
  readonly parts?: HostParts | undefined;
  /** Without it no ports can be forwarded. */
  readonly forwards?: PortForwards | undefined;
  /** Without it no content can be loaded. */
  readonly loads?: ContentLoads | undefined;
  readonly handovers?: Handovers | undefined;
  /** Brings the console's own window to the front, if it has one. */
  readonly show?: (() => void) | undefined;
  readonly logger?: { error(details: object, message: string): void } | undefined;
}

/** What the host itself answers to the page: everything below `/host/`. The request is already authenticated. */
export interface HostApi {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * `/host/events`: sends the overview of clusters and the content loads, each as a whole whenever something in it has
   * changed. Also handles the audit logs.
   * @returns false for another path
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): void;
}

/** Maximum bytes of an exported sandbox that is imported. */
const MAX_ARCHIVE = 512 * 1024 * 1024;

/** @example const api = createHostApi({ clusters, upstream, parts }) */
export function createHostApi(options: HostApiOptions): HostApi {
  const { clusters, parts, loads, logger } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  const auditFeed = createAuditFeed({ clusters, sandboxes: parts?.sandboxes });
  const overview = (): Overview => ({
    clusters: clusters.list().map(summarize),
    problems: parts?.remotes.problems() ?? [],
    files: parts === undefined ? [] : [...parts.paths, ...parts.added.files()],
  });
  const loadsEvent = (): HostEvent => ({ loads: loads?.list() ?? [] });
  const broadcast = (event: HostEvent): void => {
    const message = JSON.stringify(event);
    for (const client of sockets.clients) sendOrEnd(client, message);
  };
  const subscriptions = [
    clusters.subscribe(() => broadcast(overview())),
    loads?.subscribe(() => broadcast(loadsEvent())),
  ];
  const context = (): ActionContext => {
    if (parts === undefined) throw new HostError(404, "NotFound", "The console host has no such path.");
    return { ...parts, clusters, upstream: options.upstream };
  };

  const route = async (request: IncomingMessage, signal: AbortSignal): Promise<object | undefined> => {
    const { pathname, searchParams } = requestUrl(request);
    const [, , kind = "", id = "", action = "", ...more] = pathname.split("/").map(decodePart);
    const method = request.method ?? "GET";
    const key = more.length > 0 ? "" : `${method} ${kind}${id === "" ? "" : "/:id"}${action === "" ? "" : "/:action"}`;
    switch (key) {
      case "GET clusters":
        return clusters.list().map(summarize);
      case "GET overview":
        return overview();
      case "POST sandboxes":
        return created(context(), await readFields(request));
      case "POST sandboxes/:id": {
        if (id !== "import") break;
        const packed = await readBody(request, MAX_ARCHIVE);
        return { id: (await context().sandboxes.import(packed, searchParams.get("name") ?? undefined)).id };
      }
      case "POST handovers/:id":
        return { text: options.handovers?.take(id) ?? gone() };
      case "POST links": {
        const { url } = await readFields(request);
        return { text: await readLink(String(url ?? ""), signal) };
      }
      case "POST show":
        return void options.show?.();
      case "GET forwards":
        return options.forwards?.list() ?? [];
      case "DELETE forwards/:id":
        return void (options.forwards?.stop(id) === true || noForward());
      case "GET loads":
        return loads?.list() ?? [];
      case "DELETE loads/:id":
        return loads?.end(id) ?? noLoad();
      case "GET sandbox-flags":
        return sandboxFlags();
      case "POST sandbox-flags": {
        const { flags } = await readFields(request);
        await checkSandboxFlags(Array.isArray(flags) ? flags.map(String) : []);
        return;
      }
      case "POST advise":
        return adviseManifests(await readFields(request), signal);
      case "POST contexts":
        return addContexts(context(), await readFields(request));
      case "PATCH clusters/:id":
        return void (await changeCluster(context(), clusterOf(id).id, await readFields(request)));
      case "DELETE clusters/:id":
        return void (await removeCluster(context(), clusterOf(id).id));
      case "GET clusters/:id/:action":
        if (action !== "audit") break;
        return auditPage(parts?.sandboxes.get(clusterOf(id).id), searchParams, signal);
      case "POST clusters/:id/:action": {
        const cluster = clusterOf(id);
        if (action === "advise") {
          const { upstream } = options;
          return adviseCluster({ cluster, upstream, headers: request.headers, signal }, await readFields(request));
        }
        if (action === "forward" && options.forwards !== undefined) {
          return options.forwards.open(cluster, readForwardRequest(await readFields(request)), request.headers);
        }
        if (action === "load" && loads !== undefined) {
          return loads.start(cluster, readLoadRequest(await readFields(request)), request.headers);
        }
        const act = Object.hasOwn(CLUSTER_ACTIONS, action) ? CLUSTER_ACTIONS[action] : undefined;
        if (act === undefined) break;
        return act(context(), id, await readFields(request));
      }
    }
    throw new HostError(404, "NotFound", "The console host has no such path.");
  };
  const clusterOf = (id: string): Cluster => {
    const cluster = clusters.get(id);
    if (cluster === undefined) throw new HostError(404, "NotFound", "There is no such cluster.");
    return cluster;
  };

  return {
    async handle(request, response) {
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      try {
        const body = (await route(request, gone.signal)) ?? {};
        response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
        response.end(JSON.stringify(body));
      } catch (error) {
        if (gone.signal.aborted) return;
        const refusal = refusalFor(error);
        if (refusal === undefined) logger?.error({ err: error }, "the console host failed");
        const { code, reason, message } = refusal ?? new HostError(500, "InternalError", "The console host failed.");
        statusBody(response, code, reason, message);
      }
    },
    upgrade(request, socket, head) {
      if (auditFeed.upgrade(request, socket, head)) return true;
      if (request.url !== "/host/events") return false;
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on("error", () => client.terminate());
        for (const event of [overview(), loadsEvent()]) client.send(JSON.stringify(event));
      });
      return true;
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe?.();
      auditFeed.close();
      for (const client of sockets.clients) client.terminate();
    },
  };
}

function gone(): never {
  throw new HostError(404, "NotFound", "The text was opened already, or waited for too long.");
}

function noForward(): never {
  throw new HostError(404, "NotFound", "That port is not forwarded any more.");
}

function noLoad(): never {
  throw new HostError(404, "NotFound", "That load is not known any more.");
}

async function created(context: ActionContext, fields: Fields): Promise<object> {
  const { name, flags } = fields;
  const sandbox = await context.sandboxes.create({
    ...(typeof name === "string" ? { name } : {}),
    ...(Array.isArray(flags) ? { flags: flags.map(String) } : {}),
  });
  return { id: sandbox.id };
}

const decodePart = (part: string): string => percentDecoded(part) ?? "";
