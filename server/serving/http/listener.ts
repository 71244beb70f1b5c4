import http from "node:http";
import type https from "node:https";
import type { Duplex } from "node:stream";
import type { SecureContext, SecureVersion } from "node:tls";
import express from "express";
import { ApiError, isApiError } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type Handler, isStream, type RequestContext } from "../../ground/request/context.ts";
import type { Schema } from "../../model/schema/schema.ts";
import { GuardedServer } from "./connections/guardedServer.ts";
import { asksForWebSocket, requestClass } from "./connections/requestClass.ts";
import type { ServerLimits } from "./connections/serverLimits.ts";
import { type ExchangeOptions, openExchange } from "./exchange.ts";
import { withWrittenNames } from "./headerNames.ts";
import type { Http2Options } from "./http2/http2Connections.ts";
import { RequestEnd } from "./requestEnd.ts";
import { respond } from "./respond.ts";
import { errorStatus } from "./statusAnswer.ts";
import { WebSocketEndpoint } from "./webSocket.ts";
import type { WireRequest, WireResponse } from "./wire.ts";

/** The TLS settings of connections. Texts are PEM. */
export interface ListenerTls {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string;
  /** Default TLS 1.2. */
  readonly minVersion?: SecureVersion;
  /** In OpenSSL's format; default Node's. */
  readonly ciphers?: string | undefined;
  /** Returns the certificate for a host name that clients ask for; undefined to use the certificate above. */
  readonly named?: (host: string) => SecureContext | undefined;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: ListenerTls;
  /**
   * Options for HTTP/2, which is served to clients that ask for it. Default: the default options; null disables HTTP/2.
   */
  readonly http2?: Http2Options | null;
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly now: () => number;
  /** Whether large answers to reads are compressed for clients that ask for it. */
  readonly compress: boolean;
  readonly handler: Handler;
  /** Whether the `watch` parameter also applies to requests for one object; default true. */
  readonly namedWatch?: boolean;
  /** See {@link ExchangeOptions.infoOf}. */
  readonly infoOf?: ExchangeOptions["infoOf"];
  /** Milliseconds for the body of a request; default one minute. */
  readonly bodyTime?: number;
  /** Limits that differ from {@link SERVER_LIMITS}. */
  readonly limits?: Partial<ServerLimits>;
}

/** Milliseconds that running requests may continue when the server stops. */
const GRACE = 500;

/** The server's listening socket: TLS, HTTP/1.1, HTTP/2 and WebSocket. */
export class Listener {
  readonly #server: GuardedServer;
  /** One for each running request. */
  readonly #running = new Set<RequestEnd>();
  readonly #options: ListenerOptions;
  #isDraining = false;
  /** Called when the last running request has ended. */
  #onIdle: (() => void) | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
    const { app, ...classes } = createApp((request, response) => {
      void this.#serve(request, response);
    });
    const webSockets = new WebSocketEndpoint(options.handler, {
      namedWatch: options.namedWatch,
      infoOf: options.infoOf,
      vocabulary: options.vocabulary,
      now: options.now,
      onBegin: (end) => void this.#running.add(end),
      onEnd: (end) => this.#finished(end),
    });
    this.#server = new GuardedServer({
      // The authenticator checks certificates, so that a client with a bad certificate gets a readable 401.
      tls: { ...secureContextOf(options.tls), ...namesOf(options.tls), requestCert: true, rejectUnauthorized: false },
      classes,
      onRequest: app,
      onUpgrade: (request, socket, head) => void webSockets.upgrade(request, socket, head),
      continuesItself: true,
      ...(options.http2 === null
        ? {}
        : { http2: { ...options.http2, onRequest: (request, response) => void this.#serve(request, response) } }),
      ...(options.limits && { limits: options.limits }),
    });
  }

  /** Starts listening. Rejects when the address is in use or does not belong to this machine. */
  async start(): Promise<{ host: string; port: number }> {
    const { host, port } = this.#options;
    return { host, port: (await this.#server.listen(port, host)).port };
  }

  /** Replaces the TLS settings of new connections: another certificate, or other authorities of client certificates. */
  secure(tls: ListenerTls): void {
    this.#server.setSecureContext(secureContextOf(tls));
  }

  /**
   * Accepts a connection that is made inside the process.
   * @param from the address that the server sees as the client's
   * @returns the client's side, below TLS
   */
  accept(from: string): Duplex {
    return this.#server.accept(from);
  }

  /**
   * Ends streams, and waits for running requests. New requests are still accepted, but new streams end at once.
   * @param timeout maximum milliseconds to wait for requests
   * @param spread milliseconds over which streams are ended
   */
  async drain(timeout: number, spread = 0): Promise<void> {
    this.#isDraining = true;
    const streams = [...this.#running].filter(({ isStream }) => isStream);
    const begun = performance.now();
    for (const [i, stream] of streams.entries()) {
      const wait = begun + (spread * i) / streams.length - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      stream.end();
    }
    const left = timeout - (performance.now() - begun);
    if (this.#running.size === 0 || left <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Accepts no more connections, ends streams, lets running requests finish, and aborts the rest.
   * @param timeout maximum milliseconds to wait
   */
  async stop(timeout = GRACE): Promise<void> {
    const closed = this.#server.close(timeout);
    await this.drain(timeout);
    for (const request of this.#running) request.end();
    await closed;
  }

  #finished(end: RequestEnd): void {
    this.#running.delete(end);
    end.end();
    if (this.#running.size === 0) this.#onIdle?.();
  }

  async #serve(request: WireRequest, response: WireResponse): Promise<void> {
    const end = new RequestEnd();
    this.#running.add(end);
    response.on("close", () => this.#finished(end));
    const { now, handler, compress, bodyTime, namedWatch, infoOf } = this.#options;
    try {
      const context = openRequest(request, response, {
        now,
        webSocket: false,
        end,
        response,
        bodyTime,
        namedWatch,
        infoOf,
      });
      if (context === undefined) return;
      const answer = await handler(context);
      if (isStream(answer)) {
        end.isStream = true;
        if (this.#isDraining) end.end();
      }
      await respond(context, response, answer, compress);
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      const status = errorStatus(error instanceof ApiError ? error : undefined);
      response.writeHead(status.code, { "content-type": "application/json" });
      response.end(JSON.stringify(status));
    }
  }
}

const secureContextOf = ({
  cert,
  key,
  clientCa,
  minVersion = "TLSv1.2",
  ciphers,
}: ListenerTls): https.ServerOptions => ({
  cert,
  key,
  ca: clientCa,
  minVersion,
  ...(ciphers === undefined ? {} : { ciphers }),
});

const namesOf = ({ named }: ListenerTls): Pick<https.ServerOptions, "SNICallback"> =>
  named === undefined ? {} : { SNICallback: (host, done) => done(null, named(host)) };

/** A path that cannot be decoded is answered below the API: in plain text, and the connection ends. */
function openRequest(
  request: WireRequest,
  response: WireResponse,
  options: ExchangeOptions,
): RequestContext | undefined {
  try {
    return openExchange(request, options);
  } catch (error) {
    if (!isApiError(error, "BadRequest")) throw error;
    response.writeHead(400, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("400 Bad Request");
    return undefined;
  }
}

type Headers = http.OutgoingHttpHeaders | http.OutgoingHttpHeader[];

const written = (headers: Headers = {}): Headers => (Array.isArray(headers) ? headers : withWrittenNames(headers));

/** Paths of the sub-resources that pass any protocol on to another server. */
const PROXIES = /\/proxy(?:[/?]|$)/;

/** Whether a request asks for a protocol to which an endpoint of the API may switch. */
const asksForSwitch = (request: http.IncomingMessage): boolean =>
  asksForWebSocket(request) ||
  request.headers.upgrade?.toLowerCase() === "spdy/3.1" ||
  (request.headers.upgrade !== undefined && PROXIES.test(request.url ?? ""));

/**
 * An Express application whose request and response classes already inherit from Express's. Otherwise Express changes
 * the prototype of both on each request, which makes every later property access slow.
 */
function createApp(handle: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  class IncomingMessage extends requestClass(asksForSwitch) {}
  class ServerResponse<Request extends http.IncomingMessage> extends http.ServerResponse<Request> {
    override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
      if (typeof message === "string") return super.writeHead(status, message, written(headers));
      return super.writeHead(status, written(message));
    }
  }
  Object.defineProperties(IncomingMessage.prototype, Object.getOwnPropertyDescriptors(express.request));
  Object.defineProperties(ServerResponse.prototype, Object.getOwnPropertyDescriptors(express.response));
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  for (const { prototype } of [IncomingMessage, ServerResponse])
    Object.defineProperty(prototype, "app", { value: app });
  app.use(handle);
  return { app, IncomingMessage, ServerResponse };
}
