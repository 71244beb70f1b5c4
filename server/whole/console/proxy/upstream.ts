import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { WebSocket } from "ws";
import { boundedAnswer, plainAnswer } from "../../../access/webhook/boundedAnswer.ts";
import type { ClusterTarget } from "../cluster.ts";
import { connectAgent } from "../remote/connectAgent.ts";
import { SecureContexts } from "./secureContexts.ts";

export interface UpstreamRequest {
  readonly method: string;
  /** Path including the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/** Opens requests to clusters, with connections that are kept alive between them. */
export interface Upstream {
  /** @param agentless for upgrades: their socket must not return to a pool, and only they may switch protocols */
  open(target: ClusterTarget, request: UpstreamRequest, options?: { agentless: boolean }): ClientRequest;
  /** Opens a WebSocket whose messages are for the host itself. */
  socket(target: ClusterTarget, request: Omit<UpstreamRequest, "method">, protocol: string): WebSocket;
  /**
   * Ends the connections to a target that no longer responds, and the requests on them: new requests must reconnect.
   */
  drop(target: ClusterTarget): void;
  close(): void;
}

/** Timeouts for a cluster, in milliseconds. */
export interface UpstreamTimeouts {
  /** For connecting, including TLS. */
  readonly connect: number;
  /** For the beginning of an answer, from when the request was made. */
  readonly answer: number;
}

/** API servers themselves abandon a request after a minute. */
const DEFAULT_TIMEOUTS: UpstreamTimeouts = { connect: 15_000, answer: 90_000 };

/** Maximum bytes of one WebSocket message. */
const MAX_MESSAGE = 16 * 1024 * 1024;

/** One pool of connections per proxy; Node's agents separate sockets by certificate and name. */
export function createUpstream(timeout: UpstreamTimeouts = DEFAULT_TIMEOUTS): Upstream {
  const pools = new Map<string, HttpAgent>();
  const contexts = new SecureContexts();
  const makeAgent = (isSecure: boolean, proxy: string | undefined, options: { keepAlive: boolean }): HttpAgent => {
    if (proxy !== undefined) return connectAgent(proxy, isSecure, options);
    return isSecure ? contexts.serve(new HttpsAgent(options)) : new HttpAgent(options);
  };
  const poolFor = (isSecure: boolean, proxy: string | undefined): HttpAgent => {
    const key = poolKey(isSecure, proxy);
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
      const made = isSecure ? httpsRequest({ ...common, ...tlsOf(target) }) : httpRequest(common);
      const outgoing = agentless ? boundedAnswer(made) : plainAnswer(made);
      limitConnecting(outgoing, timeout.connect);
      limitAnswering(outgoing, timeout.answer);
      return outgoing;
    },
    socket(target, request, protocol) {
      const base = new URL(target.url);
      const isSecure = base.protocol === "https:";
      const path = `${base.pathname.replace(/\/$/, "")}${request.path}`;
      return new WebSocket(`${isSecure ? "wss" : "ws"}://${base.host}${path}`, protocol, {
        ...tlsOf(target),
        headers: request.headers as Record<string, string>,
        agent: makeAgent(isSecure, target.proxy, { keepAlive: false }),
        handshakeTimeout: timeout.connect,
        maxPayload: MAX_MESSAGE,
        perMessageDeflate: false,
      });
    },
    drop(target) {
      const base = new URL(target.url);
      const isSecure = base.protocol === "https:";
      const place = `${base.hostname.replace(/^\[|\]$/g, "")}:${base.port || (isSecure ? 443 : 80)}:`;
      const pool = pools.get(poolKey(isSecure, target.proxy));
      for (const held of [pool?.sockets, pool?.freeSockets]) {
        for (const [name, sockets = []] of Object.entries(held ?? {})) {
          if (name.startsWith(place)) for (const socket of [...sockets]) socket.destroy(timedOut("it fell silent"));
        }
      }
    },
    close() {
      for (const pool of pools.values()) pool.destroy();
    },
  };
}

const poolKey = (isSecure: boolean, proxy: string | undefined): string => `${isSecure} ${proxy ?? ""}`;

const timedOut = (message: string): Error => Object.assign(new Error(message), { code: "ETIMEDOUT" });

const tlsOf = (target: ClusterTarget) => ({
  ca: target.ca,
  cert: target.cert,
  key: target.key,
  ...(target.serverName === undefined ? {} : { servername: target.serverName }),
  ...(target.insecure === true ? { rejectUnauthorized: false } : {}),
});

/** Aborts a connection that is not established in time. */
function limitConnecting(request: ClientRequest, timeout: number): void {
  const settle = destroyAfter(request, timeout, "no connection");
  request.on("socket", (socket) => {
    const isOpen = !socket.connecting && !("secureConnecting" in socket && socket.secureConnecting);
    if (isOpen) settle();
    else socket.once("secureConnect" in socket || "encrypted" in socket ? "secureConnect" : "connect", settle);
  });
}

/** Aborts a request whose answer does not begin in time; an answer that has begun may pause for any time. */
const limitAnswering = (request: ClientRequest, timeout: number): void =>
  void destroyAfter(request, timeout, "no answer");

/** @returns a function that cancels the timeout */
function destroyAfter(request: ClientRequest, timeout: number, expected: string): () => void {
  const timer = setTimeout(() => request.destroy(timedOut(`${expected} within ${timeout / 1000} s`)), timeout);
  timer.unref();
  const settle = (): void => clearTimeout(timer);
  for (const event of ["close", "response", "upgrade"]) request.on(event, settle);
  return settle;
}
