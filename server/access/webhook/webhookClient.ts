import http from "node:http";
import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { type BodyQueues, processAnswerQueues } from "../../ground/request/bodyQueues.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { ServerAccess } from "../kubeconfig/serverAccess.ts";
import { plainAnswer } from "./boundedAnswer.ts";
import { dialingAgent, validityOf, type WebhookAddress } from "./dialingAgent.ts";
import { identityCheck, nameInHandshake, tlsOptions } from "./peerTrust.ts";
import { describeTransportError, type Peer } from "./transportErrors.ts";
import { type Attempt, collect, readAnswer } from "./webhookAnswer.ts";
import { WebhookError } from "./webhookError.ts";

export interface WebhookClientOptions extends ServerAccess {
  /** Returns the bearer token, which replaces `token`; called for every request. */
  readonly freshToken?: () => string;
  /** Default: no such header. */
  readonly userAgent?: string;
  /** Additional headers for every call. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Default {@link MAX_RESPONSE_BYTES}. */
  readonly maxResponseBytes?: number;
  /** The queue in which large responses of an endpoint are processed. Default: that of the process. */
  readonly queues?: BodyQueues;
  /**
   * Finds the address for every call, for hosts that are services. An error thrown here counts as a connection error.
   */
  readonly resolve?: () => WebhookAddress;
}

export interface PostOptions {
  /** Total timeout in milliseconds, including the response's body. Default {@link DEFAULT_TIMEOUT}. */
  readonly timeout?: number;
  /**
   * Sends the timeout as a query parameter, in whole seconds. A number, in milliseconds, is sent in place of the
   * timeout: the time that the original request has left. Default false.
   */
  readonly announceTimeout?: boolean | number;
  readonly signal?: AbortSignal;
}

/** A remote endpoint that takes and returns JSON. Connections are kept and reused. */
export interface WebhookClient {
  /** @param body bytes are sent unchanged @returns the decoded response @throws WebhookError */
  post(body: unknown, options?: PostOptions): Promise<unknown>;
  /** Closes idle connections. Calls under way are completed; later calls keep no connection. */
  close(): void;
}

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const DEFAULT_TIMEOUT = 30_000;

/**
 * A client for one endpoint: HTTP/1.1, no proxies, no redirects. A request is only repeated when the server requests it
 * (`Retry-After`), or when a reused connection turns out to be closed.
 * @throws WebhookError `configuration` for unreadable certificates or an invalid address
 */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const url = parseUrl(options.url);
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const peerName = options.serverName ?? host;
  const agent = secure
    ? dialingAgent({ keepAlive: true, checkServerIdentity: identityCheck(peerName), ...tlsOptions(options) })
    : new http.Agent({ keepAlive: true });
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const headers: http.OutgoingHttpHeaders = {
    ...(options.headers as http.OutgoingHttpHeaders | undefined),
    host: url.host,
    accept: "application/json, */*",
    "content-type": "application/json",
    ...(options.userAgent === undefined ? {} : { "user-agent": options.userAgent }),
  };
  const { maxResponseBytes: limit = MAX_RESPONSE_BYTES, queues = processAnswerQueues } = options;

  const attempt = (payload: Buffer, path: string, signal: AbortSignal): Promise<Attempt> => {
    const { host: address, port: addressPort, dial } = options.resolve?.() ?? { host, port };
    const peer: Peer = { host: peerName, address, port: addressPort };
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request(
        {
          agent,
          method: "POST",
          host: address,
          port: addressPort,
          path,
          headers: { ...headers, ...authorizationOf(options), "content-length": payload.length },
          signal,
          ...(secure ? nameInHandshake(peerName) : {}),
          ...(dial === undefined ? {} : { dial }),
        },
        (response) => {
          collect(response, limit).then(
            (bytes) => resolve({ response, bytes }),
            (error) => reject(error instanceof WebhookError ? error : new TransportFailure(error, peer, false)),
          );
        },
      );
      plainAnswer(request);
      request.on("error", (error) => {
        const validity = request.socket === null ? undefined : validityOf(request.socket);
        const detailedPeer = validity === undefined ? peer : { ...peer, validity };
        reject(new TransportFailure(error, detailedPeer, request.reusedSocket));
      });
      request.end(payload);
    });
  };

  return {
    async post(body, { timeout = DEFAULT_TIMEOUT, announceTimeout = false, signal } = {}) {
      const announced = announceTimeout === true ? timeout : announceTimeout;
      const path = `${url.pathname}${announced === false ? "" : `?timeout=${Math.ceil(announced / 1000)}s`}`;
      const failed = (cause: string): string => `Post ${quoted(`${url.protocol}//${url.authority}${path}`)}: ${cause}`;
      const deadline = AbortSignal.timeout(timeout);
      const ended = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      const payload =
        body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(await inTurns(stringifyInSteps(body)));
      try {
        const made = await withRetryAfter(() => withFreshConnection(() => attempt(payload, path, ended)), ended);
        return await queues.within(url.authority, made.bytes.length, ended, () => readAnswer(made));
      } catch (error) {
        if (error instanceof WebhookError) throw error;
        if (signal?.aborted === true) throw new WebhookError("canceled", failed("context canceled"));
        if (deadline.aborted) throw new WebhookError("timeout", failed("context deadline exceeded"));
        if (!(error instanceof TransportFailure)) {
          throw new WebhookError("connection", failed(messageOf(error)));
        }
        const problem = describeTransportError(error.cause, error.peer);
        throw new WebhookError(problem.failure, failed(problem.text));
      }
    },
    close() {
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
  };
}

function authorizationOf({ token, freshToken }: WebhookClientOptions): Readonly<Record<string, string>> {
  const bearer = freshToken?.() ?? token;
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

class TransportFailure extends Error {
  readonly peer: Peer;
  /** Whether the connection was reused, so that the other side may have closed it meanwhile. */
  readonly reused: boolean;

  constructor(cause: unknown, peer: Peer, reused: boolean) {
    super("transport", { cause });
    this.peer = peer;
    this.reused = reused;
  }
}

/** Maximum number of retries that a server may request. */
const MAX_RETRIES = 10;

/** Repeats an attempt after the number of seconds that a busy server requests. */
async function withRetryAfter(attempt: () => Promise<Attempt>, signal: AbortSignal): Promise<Attempt> {
  for (let left = MAX_RETRIES; ; left--) {
    const made = await attempt();
    const { statusCode = 0, headers } = made.response;
    const wait = statusCode === 429 || statusCode >= 500 ? headers["retry-after"] : undefined;
    if (left === 0 || wait === undefined || !/^\d{1,9}$/.test(wait)) return made;
    await delay(Number(wait) * 1000, undefined, { signal, ref: false });
  }
}

/**
 * Repeats an attempt when a reused connection was closed by the other side at that moment, which is not the server's
 * failure.
 */
async function withFreshConnection(attempt: () => Promise<Attempt>): Promise<Attempt> {
  for (let left = 3; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      const stale = error instanceof TransportFailure && error.reused && left > 0;
      const code = stale ? (error.cause as { code?: string } | undefined)?.code : undefined;
      if (code !== "ECONNRESET" && code !== "EPIPE") throw error;
    }
  }
}

interface Target {
  readonly protocol: "https:" | "http:";
  readonly hostname: string;
  readonly host: string;
  /** Host and port as configured, including a default port. */
  readonly authority: string;
  readonly port: string;
  readonly pathname: string;
}

function parseUrl(text: string): Target {
  if (!URL.canParse(text)) throw new WebhookError("configuration", `Unparsable URL: ${quoted(text)}`);
  const { protocol, hostname, host, port, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") {
    throw new WebhookError("configuration", `unsupported protocol scheme ${quoted(protocol.slice(0, -1))}`);
  }
  // The URL parser drops default ports, but messages show addresses as configured.
  const authority = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(text)?.[1] ?? host;
  const path = pathname.replaceAll(/\/{2,}/g, "/");
  return {
    protocol,
    hostname,
    host: authority,
    authority,
    port,
    pathname: path.length > 1 ? path.replace(/\/$/, "") : path,
  };
}
