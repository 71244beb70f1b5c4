import type { CallerCredentials } from "../kubeconfig/callerCredentials.ts";
import type { WebhookAddress } from "./dialingAgent.ts";
import type { OwnService } from "./ownService.ts";
import { createWebhookClient, type WebhookClient } from "./webhookClient.ts";
import { WebhookError } from "./webhookError.ts";

/** `clientConfig` of a webhook, as configurations of all kinds have it. */
export interface ClientConfig {
  readonly url?: string;
  /** Base64 of PEM. */
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
  /** Where a service is reached right now. @throws Error that tells why nowhere */
  resolveService(namespace: string, name: string, port: number): WebhookAddress;
  /** With what the server shows who it is. @param target host and port. Default: with nothing */
  credentials?(target: string): CallerCredentials | undefined;
  /** This server, which is called as itself where its own service is named. */
  readonly ownService?: OwnService;
}

/** Clients by endpoint: a change of a configuration that leaves the endpoint alone keeps the connections. */
export interface ClientPool {
  /** @throws WebhookError `configuration` */
  client(config: ClientConfig): WebhookClient;
  /** How many endpoints have a client. */
  readonly size: number;
  /** Gives up every client but those of these endpoints. */
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

/** Host and port of a URL; those that cannot be read are refused later. */
function targetOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || SERVICE_PORT}`;
}

/** The path of a service is a path: what would begin a query there is part of it. */
const encodePath = (path: string): string => path.replaceAll("?", "%3F").replaceAll("#", "%23");
