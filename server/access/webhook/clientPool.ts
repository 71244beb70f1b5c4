import type { CallerCredentials } from "../kubeconfig/callerCredentials.ts";
import type { WebhookAddress } from "./dialingAgent.ts";
import type { OwnService } from "./ownService.ts";
import { createWebhookClient, type WebhookClient } from "./webhookClient.ts";
import { WebhookError } from "./webhookError.ts";

/** `clientConfig` of a webhook, as in configurations of all kinds. */
export interface ClientConfig {
  readonly url?: string;
  /** Base64-encoded PEM. */
  readonly caBundle?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
}

export interface ClientPoolOptions {
  readonly userAgent: string;
  /** The current address of a service. @throws Error that states why there is none */
  resolveService(namespace: string, name: string, port: number): WebhookAddress;
  /** The server's credentials. @param target host and port. Default: none */
  credentials?(target: string): CallerCredentials | undefined;
  /** This server, to which calls of its own service are connected directly. */
  readonly ownService?: OwnService;
}

/** Clients by endpoint: connections survive a change of the configuration that leaves the endpoint unchanged. */
export interface ClientPool {
  /** @throws WebhookError `configuration` */
  client(config: ClientConfig): WebhookClient;
  /** Number of endpoints that have a client. */
  readonly size: number;
  /** Removes all clients except those of these endpoints. */
  keepOnly(configs: readonly ClientConfig[]): void;
}

const SERVICE_PORT = 443;

export function createClientPool(options: ClientPoolOptions): ClientPool {
  const clients = new Map<string, WebhookClient>();
  return {
    get size() {
      return clients.size;
    },
    client(config) {
      const key = JSON.stringify(config);
      let client = clients.get(key);
      if (client === undefined) {
        client = create(config, options);
        clients.set(key, client);
      }
      return client;
    },
    keepOnly(configs) {
      const kept = new Set(configs.map((config) => JSON.stringify(config)));
      for (const [key, client] of clients) {
        if (kept.has(key)) continue;
        client.close();
        clients.delete(key);
      }
    },
  };
}

function create({ url, service, caBundle }: ClientConfig, options: ClientPoolOptions): WebhookClient {
  const ca = caBundle === undefined ? "" : Buffer.from(caBundle, "base64").toString("utf8");
  const common = { ...(ca === "" ? {} : { ca }), userAgent: options.userAgent };
  if (service === undefined) {
    if (url === undefined || url === "") {
      throw new WebhookError("configuration", "webhook configuration must have either service or URL");
    }
    return createWebhookClient({ ...common, ...options.credentials?.(targetOf(url)), url });
  }
  const { namespace = "", name = "", path = "", port = SERVICE_PORT } = service;
  const host = `${name}.${namespace}.svc`;
  const own = options.ownService?.(namespace, name, port);
  return createWebhookClient({
    ...common,
    ...(own === undefined
      ? options.credentials?.(`${host}:${port}`)
      : { ca: `${own.authority}\n${ca}`, token: own.token }),
    url: `https://${host}:${port}${path.startsWith("/") ? "" : "/"}${encodePath(path)}`,
    serverName: host,
    resolve: () => (own === undefined ? options.resolveService(namespace, name, port) : { host, port, dial: own.dial }),
  });
}

/** Host and port of a URL; invalid URLs are refused later. */
function targetOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || SERVICE_PORT}`;
}

/** Encodes characters in a service's path that would start a query or a fragment. */
const encodePath = (path: string): string => path.replaceAll("?", "%3F").replaceAll("#", "%23");
