import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import type { TlsIdentity } from "../programs/program.ts";
import type { ClusterView } from "./clusterView.ts";

/** A server of the node itself that accepts connections. */
export interface NodeServer {
  /** The TLS identity that it shows to clients; absent when it does not speak TLS. */
  readonly tls?: Promise<TlsIdentity>;
  answer(request: Omit<PodRequest, "port">): Promise<PodResponse>;
}

/** A port of a node. */
export interface NodeTarget {
  /** The node's name. */
  readonly node: string;
  readonly port: number;
  /** Whether the client connects to the loopback address. */
  readonly isLoopback: boolean;
}

/** Ports of the service proxy that every node has. */
const PROXY_HEALTH = 10_256;
const PROXY_STATUS = 10_249;

/**
 * The answers of a node's service proxy: whether the proxy is healthy, and whether services with node-local traffic
 * have endpoints on this node.
 */
export function proxyServer(
  view: ClusterView,
  { node, port, isLoopback }: NodeTarget,
  now: () => number,
): NodeServer | undefined {
  if (port === PROXY_HEALTH) return pages({ "/healthz": () => health(now()), "/livez": () => health(now()) });
  if (port === PROXY_STATUS && isLoopback) {
    return pages({ "/healthz": () => plain("ok"), "/proxyMode": () => plain("iptables") });
  }
  const service = view.serviceOfHealthPort(port);
  if (service === undefined) return undefined;
  const { namespace = "", name = "" } = service.metadata ?? {};
  return {
    async answer() {
      const endpoints = view.slices(namespace, name).flatMap((slice) => slice.endpoints ?? []);
      const local = endpoints.filter((each) => each.nodeName === node && each.conditions?.ready !== false).length;
      const body = { service: { namespace, name }, localEndpoints: local, serviceProxyHealthy: true };
      const answer = json(body, local > 0 ? 200 : 503);
      return { ...answer, headers: { ...answer.headers, "x-load-balancing-endpoint-weight": String(local) } };
    },
  };
}

const pages = (known: Readonly<Record<string, () => PodResponse>>): NodeServer => ({
  answer: async ({ path }) => known[path.replace(/\?.*$/, "")]?.() ?? plain("404 page not found\n", 404),
});

const health = (now: number): PodResponse => {
  const time = new Date(now).toISOString();
  return json({ lastUpdated: time, currentTime: time, nodeEligible: true });
};

const json = (value: unknown, status = 200): PodResponse => ({
  status,
  headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
  body: Buffer.from(JSON.stringify(value)),
});

const plain = (text: string, status = 200): PodResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  body: Buffer.from(text),
});
