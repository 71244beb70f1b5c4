import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { ClusterTarget } from "./cluster.ts";
import { connectAgent } from "./remote/connectAgent.ts";

export interface UpstreamRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/** Opens requests to clusters, keeping connections alive between them. */
export interface Upstream {
  /** @param agentless for upgrades, whose socket must not go back to a pool */
  open(target: ClusterTarget, request: UpstreamRequest, options?: { agentless: boolean }): ClientRequest;
  close(): void;
}

/** So long a connection may take to be there, TLS included, in milliseconds. */
const CONNECT_PATIENCE = 15_000;

/** One pool of connections per way out; node's agents keep sockets of different certificates and names apart. */
export function createUpstream(options: { connectPatience?: number } = {}): Upstream {
  const patience = options.connectPatience ?? CONNECT_PATIENCE;
  const pools = new Map<string, HttpAgent>();
  const poolFor = (isSecure: boolean, proxy: string | undefined): HttpAgent => {
    const key = `${isSecure} ${proxy ?? ""}`;
    let pool = pools.get(key);
    if (pool === undefined) {
      pool = makeAgent(isSecure, proxy, { keepAlive: true });
      pools.set(key, pool);
    }
    return pool;
  };
  return {
    open(target, request, { agentless } = { agentless: false }) {
      const base = new URL(target.url);
      const isSecure = base.protocol === "https:";
      const agent = agentless
        ? makeAgent(isSecure, target.proxy, { keepAlive: false })
        : poolFor(isSecure, target.proxy);
      const common = {
        method: request.method,
        hostname: base.hostname.replace(/^\[|\]$/g, ""),
        port: base.port || (isSecure ? 443 : 80),
        path: `${base.pathname.replace(/\/$/, "")}${request.path}`,
        headers: { ...request.headers, host: base.host },
        agent,
      };
      const outgoing = isSecure ? httpsRequest({ ...common, ...tlsOf(target) }) : httpRequest(common);
      return limitConnecting(outgoing, patience);
    },
    close() {
      for (const pool of pools.values()) pool.destroy();
    },
  };
}

const makeAgent = (isSecure: boolean, proxy: string | undefined, options: { keepAlive: boolean }): HttpAgent =>
  proxy !== undefined
    ? connectAgent(proxy, isSecure, options)
    : isSecure
      ? new HttpsAgent(options)
      : new HttpAgent(options);

const tlsOf = (target: ClusterTarget) => ({
  ca: target.ca,
  cert: target.cert,
  key: target.key,
  ...(target.serverName === undefined ? {} : { servername: target.serverName }),
  ...(target.insecure === true ? { rejectUnauthorized: false } : {}),
});

/** Gives up on a connection that does not come about; one that stands may be silent for as long as it likes. */
function limitConnecting(request: ClientRequest, patience: number): ClientRequest {
  const timer = setTimeout(() => {
    request.destroy(Object.assign(new Error(`no connection within ${patience / 1000} s`), { code: "ETIMEDOUT" }));
  }, patience);
  const settle = (): void => clearTimeout(timer);
  request.on("socket", (socket) => {
    const isOpen = !socket.connecting && !("secureConnecting" in socket && socket.secureConnecting);
    if (isOpen) settle();
    else socket.once("secureConnect" in socket || "encrypted" in socket ? "secureConnect" : "connect", settle);
  });
  request.on("close", settle);
  request.on("response", settle);
  request.on("upgrade", settle);
  return request;
}
