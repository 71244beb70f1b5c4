import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import express from "express";
import { ApiError, isApiError } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { Schema } from "../schema/schema.ts";
import type { Handler, RequestContext } from "./context.ts";
import { type ExchangeOptions, openExchange } from "./exchange.ts";
import { RequestEnd } from "./requestEnd.ts";
import { respond } from "./respond.ts";
import { errorStatus } from "./statusAnswer.ts";
import { WebSocketEndpoint } from "./webSocket.ts";

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** PEM texts. */
  readonly tls: { readonly cert: string; readonly key: string; readonly clientCa: string };
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly now: () => number;
  /** Whether large answers to reads are compressed for clients that ask for it. */
  readonly compress: boolean;
  readonly handler: Handler;
}

/** Requests with larger heads are refused by the parser: 64 KiB. */
const MAX_HEADER_SIZE = 64 * 1024;
/**
 * So long a connection stays open without a request, in milliseconds, as the reference server keeps it. One that is closed
 * sooner fails requests of clients that are about to use it again.
 */
const IDLE_LIMIT = 90_000;

/** The server's socket: TLS, HTTP/1.1 and WebSocket. */
export class Listener {
  readonly #server: https.Server;
  readonly #sockets = new Set<Socket>();
  /** One for each request under way. */
  readonly #running = new Set<RequestEnd>();
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
    const { app, IncomingMessage, ServerResponse } = createApp((request, response) => {
      void this.#serve(request, response);
    });
    const { cert, key, clientCa } = options.tls;
    this.#server = https.createServer(
      {
        cert,
        key,
        ca: clientCa,
        requestCert: true,
        // Certificates are judged by the authenticator, so that a wrong one gets a 401 it can read.
        rejectUnauthorized: false,
        IncomingMessage,
        ServerResponse,
        maxHeaderSize: MAX_HEADER_SIZE,
        keepAlive: true,
        keepAliveTimeout: IDLE_LIMIT,
      },
      app,
    );
    const webSockets = new WebSocketEndpoint(options.handler, {
      vocabulary: options.vocabulary,
      now: options.now,
      running: this.#running,
    });
    this.#server.on("upgrade", (request, socket, head) => void webSockets.upgrade(request, socket, head));
    this.#server.on("secureConnection", (socket) => {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** Starts listening. Rejects when the address is taken or not ours. */
  async start(): Promise<{ host: string; port: number }> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        // A connection that could not be accepted (too many files are open) costs that connection, not the process.
        this.#server.on("error", () => {});
        resolve();
      });
    });
    return { host, port: (this.#server.address() as AddressInfo).port };
  }

  /** Tells clients of other authorities from now on, by which they choose their certificate. @param clientCa PEM */
  announceAuthorities(clientCa: string): void {
    const { cert, key } = this.#options.tls;
    this.#server.setSecureContext({ cert, key, ca: clientCa });
  }

  /** Ends all streams, lets running requests finish for a moment, closes the rest. */
  async stop(): Promise<void> {
    for (const request of this.#running) request.end();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const grace = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 500);
    await closed;
    clearTimeout(grace);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const end = new RequestEnd();
    this.#running.add(end);
    response.on("close", () => {
      this.#running.delete(end);
      end.end();
    });
    try {
      const context = openRequest(request, response, { now: this.#options.now, webSocket: false, end });
      if (context === undefined) return;
      await respond(context, response, await this.#options.handler(context), this.#options.compress);
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

/** A path that cannot be read is answered below the API: in plain text, and the connection ends. */
function openRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
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

/**
 * An Express application whose request and response classes already are Express's. Express otherwise changes the prototype of
 * both on each request, which makes every later property access slow.
 */
function createApp(handle: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse extends http.ServerResponse {}
  Object.defineProperties(IncomingMessage.prototype, Object.getOwnPropertyDescriptors(express.request));
  Object.defineProperties(ServerResponse.prototype, Object.getOwnPropertyDescriptors(express.response));
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  for (const { prototype } of [IncomingMessage, ServerResponse])
    Object.defineProperty(prototype, "app", { value: app });
  app.use(handle);
  return { app, IncomingMessage, ServerResponse };
}
