import type { ClientRequest, IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { boundedAnswer, plainAnswer } from "../../access/webhook/boundedAnswer.ts";
import { describeTransportError } from "../../access/webhook/transportErrors.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { bracketed } from "../../ground/formats/addresses/addresses.ts";
import {
  type Answer,
  header,
  type RelayedAnswer,
  type RequestContext,
  type TunnelAnswer,
} from "../../ground/request/context.ts";
import { remainingTime, requestTimeout } from "../../ground/request/inFlight.ts";
import { isLongRunning } from "../../ground/request/longRunning.ts";
import { plainText } from "../../ground/request/plainText.ts";
import { forwardBody } from "../http/forwardBody.ts";
import { answeredHeaders, forwardedHeaders } from "./proxyHeaders.ts";
import { encodePath, encodeQuery } from "./proxyPath.ts";
import type { RemoteApi } from "./remoteApi.ts";

export interface ProxyOptions {
  readonly vocabulary: Vocabulary;
  /** Whether the feature gate `RemoteRequestHeaderUID` is on. */
  readonly withUid: boolean;
  /** Timeout in milliseconds of a request that is not a watch; default one minute, as in the reference. */
  readonly requestTime?: number;
}

const REQUEST_TIME = 60_000;
/** Timeout in milliseconds for a list of resources: it is small, and many clients wait for it. */
const DISCOVERY_TIME = 5_000;
/** Maximum bytes of an answer's head; larger heads are refused. */
const HEAD_LIMIT = 64 * 1024;
/** Maximum number of attempts when kept connections turn out to be closed. */
const ATTEMPTS = 4;

/**
 * Passes a request on to the extension server of its group version, and its answer back to the client. Bodies are
 * streamed in both directions with back-pressure. When that server is known to be unavailable, or cannot be reached,
 * the client gets a 503 in plain text, as in the reference.
 * @throws ApiError 504 when there is no answer in time
 */
export async function proxyRequest(remote: RemoteApi, context: RequestContext, options: ProxyOptions): Promise<Answer> {
  if (!remote.isAvailable) return plainText("service unavailable\n", 503);
  let sent: RequestOptions;
  try {
    sent = requestOptions(remote, context, options);
  } catch (error) {
    if (error instanceof WebhookError) return plainText(`${error.message}\n`, 500);
    if (error instanceof RangeError) return unreachable(error.message, context);
    return plainText("service unavailable\n", 503);
  }
  const limit = new RequestLimit(context, options.requestTime ?? REQUEST_TIME);
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await attempt(sent, context, limit);
    } catch (error) {
      if (left > 1 && error instanceof StaleConnection && !context.signal.aborted) continue;
      limit.end();
      if (limit.isOver) throw requestTimeout();
      const cause = error instanceof StaleConnection ? error.cause : error;
      const peer = { host: remote.service.serverName, address: String(sent.host), port: Number(sent.port) };
      return unreachable(describeTransportError(cause, peer).text, context);
    }
  }
}

const unreachable = (message: string, context: RequestContext): Answer =>
  plainText(`${upgradeOf(context) === undefined ? "error trying to reach service: " : ""}${message}\n`, 503);

function requestOptions(remote: RemoteApi, context: RequestContext, options: ProxyOptions): RequestOptions {
  const { host, port, dial } = remote.service.address();
  const authority = `${bracketed(host)}:${port}`;
  const path = encodePath(context.path);
  const tokenProtocol = options.vocabulary.render("base64url.bearer.authorization.{domain}.");
  const headers = forwardedHeaders(context, { authority, path, withUid: options.withUid, tokenProtocol });
  const protocol = upgradeOf(context);
  return {
    ...(protocol === undefined ? remote.service.connection() : remote.service.ownConnection()),
    host,
    port,
    ...(dial === undefined ? {} : { dial }),
    method: context.method,
    path: path + encodeQuery(context.query),
    headers: protocol === undefined ? headers : { ...headers, connection: "Upgrade", upgrade: protocol },
    maxHeaderSize: HEAD_LIMIT,
  };
}

/** The protocol that the client wants to switch to. */
function upgradeOf(context: RequestContext): string | undefined {
  const wanted = context.webSocket ? header(context, "upgrade") : "";
  return wanted === "" ? undefined : wanted;
}

/**
 * The time limit of a request; the client's departure ends the request as well. Watches and connections have no time
 * limit.
 */
class RequestLimit {
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  isOver = false;

  constructor(context: RequestContext, requestTime: number) {
    const end = (): void => this.#abort.abort();
    context.signal.addEventListener("abort", end, { once: true });
    if (context.signal.aborted) end();
    if (isLongRunning(context) || upgradeOf(context) !== undefined) return;
    const isDiscovery = context.path.split("/").filter((segment) => segment !== "").length === 3;
    const time = Math.min(remainingTime(context), isDiscovery ? DISCOVERY_TIME : requestTime);
    this.#timer = setTimeout(() => {
      this.isOver = true;
      end();
    }, time);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * The other side closed a kept-alive connection just when it was reused: this does not mean that the server is
 * unavailable.
 */
class StaleConnection extends Error {}

const hasBody = ({ headers }: RequestContext): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

async function attempt(sent: RequestOptions, context: RequestContext, limit: RequestLimit): Promise<Answer> {
  const body = hasBody(context) && context.bodyStream === undefined ? await context.body() : undefined;
  const isUpgrade = upgradeOf(context) !== undefined;
  const request = (isUpgrade ? boundedAnswer : plainAnswer)(https.request({ ...sent, signal: limit.signal }));
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on("response", (response) => resolve(relayed(response, limit)));
    if (isUpgrade) {
      request.on("upgrade", (response, socket, head) => {
        limit.end();
        resolve(switched(response, socket, head));
      });
    }
    request.on("error", (error) =>
      reject(isStale(error, request, context) ? new StaleConnection("", { cause: error }) : error),
    );
  });
  if (hasBody(context) && context.bodyStream !== undefined) forwardBody(context.bodyStream(), request);
  else request.end(body);
  return answer;
}

function switched({ headers }: IncomingMessage, socket: Duplex, head: Buffer): TunnelAnswer {
  socket.on("error", () => socket.destroy());
  if (head.length > 0) socket.unshift(head);
  const { connection = "Upgrade", upgrade = "" } = headers;
  return { status: 101, headers: { ...answeredHeaders(headers), connection, upgrade }, tunnel: socket };
}

/** Whether a failed request may be repeated on a new connection: only if it has no side effects. */
const isStale = (error: NodeJS.ErrnoException, request: ClientRequest, context: RequestContext): boolean =>
  request.reusedSocket &&
  (error.code === "ECONNRESET" || error.code === "EPIPE") &&
  !hasBody(context) &&
  (context.method === "GET" || context.method === "HEAD" || context.method === "OPTIONS");

const REFUSED_REDIRECT = "the backend attempted to redirect this request, which is not permitted";

/**
 * The answer to pass on. Redirects are refused: clients send credentials for this server, and another server must not
 * make them send those elsewhere.
 */
function relayed(response: IncomingMessage, limit: RequestLimit): Answer {
  const { statusCode: status = 502, headers } = response;
  response.on("close", () => limit.end());
  if (status >= 300 && status <= 399 && headers.location !== undefined) {
    response.destroy();
    return { status: 502, headers: { "content-type": "text/plain; charset=utf-8" }, body: REFUSED_REDIRECT };
  }
  const answer: RelayedAnswer = { status, headers: answeredHeaders(headers), relayed: response };
  return answer;
}
