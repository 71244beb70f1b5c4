import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { ClusterTarget } from "./cluster.ts";

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

/** One pool of connections per set of credentials: node's agents keep sockets of different certificates apart. */
export function createUpstream(): Upstream {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  return {
    open(target, request, { agentless } = { agentless: false }) {
      const base = new URL(target.url);
      const isSecure = base.protocol === "https:";
      const options = {
        method: request.method,
        hostname: base.hostname.replace(/^\[|\]$/g, ""),
        port: base.port || (isSecure ? 443 : 80),
        path: `${base.pathname.replace(/\/$/, "")}${request.path}`,
        headers: { ...request.headers, host: base.host },
      };
      return isSecure
        ? httpsRequest({
            ...options,
            ca: target.ca,
            cert: target.cert,
            key: target.key,
            agent: agentless ? false : secure,
          })
        : httpRequest({ ...options, agent: agentless ? false : plain });
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
