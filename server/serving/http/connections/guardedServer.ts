import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type Duplex, PassThrough } from "node:stream";
import { createSecureContext, type SecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import { Http2Connections, type Http2ConnectionsOptions, type Http2Options } from "../http2/http2Connections.ts";
import { Arrivals } from "./arrivals.ts";
import { answerBrokenRequest } from "./brokenRequest.ts";
import { Handshakes } from "./handshakes.ts";
import { innerConnection, NOT_SECURE } from "./innerConnection.ts";
import { requestClass } from "./requestClass.ts";
import { RequestTurns } from "./requestTurns.ts";
import { boundRestOfBody } from "./restOfBody.ts";
import { SentAhead } from "./sentAhead.ts";
import { SERVER_LIMITS, type ServerLimits } from "./serverLimits.ts";
import { SilentConnections } from "./silentConnections.ts";
import { StalledWrites } from "./stalledWrites.ts";

export interface GuardedServerOptions {
  /** TLS options, such as certificates; absent for plain HTTP. */
  readonly tls?: https.ServerOptions;
  /** Classes of requests and responses. By default, each request with an `Upgrade` header is passed to `onUpgrade`. */
  readonly classes?: Pick<http.ServerOptions, "IncomingMessage" | "ServerResponse">;
  readonly onRequest: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  /** Called for upgrades; errors of the socket are already handled. Without it, `Upgrade` headers are ignored. */
  readonly onUpgrade?: (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void;
  /**
   * Whether `onRequest` gets requests with `Expect: 100-continue` without an interim response having been sent; it then
   * sends the response when it wants the body. Default false: the body is requested at once.
   */
  readonly continuesItself?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** Options for HTTP/2, which is served to clients that negotiate it over TLS. Default: no HTTP/2. */
  readonly http2?: Http2Options & Pick<Http2ConnectionsOptions, "onRequest">;
}

/**
 * An HTTP/1.1 server with the limits that all listeners share, and optionally HTTP/2. Requests of one HTTP/1.1
 * connection are handled one after the other, all headers of a request are kept, and a client that sends or reads too
 * slowly is disconnected.
 */
export class GuardedServer {
  readonly #server: http.Server | https.Server;
  readonly #sockets = new Set<Socket>();
  readonly #stalled: StalledWrites;
  readonly #silent: SilentConnections;
  readonly #ahead: SentAhead;
  readonly #http2: Http2Connections | undefined;
  /** The current TLS options. */
  #tls: https.ServerOptions;
  /** TLS context of connections made inside the process; created for the first of them. */
  #innerContext: SecureContext | undefined;
  #innerPort = FIRST_INNER_PORT;
  #isClosed = false;

  constructor({ tls, classes, onRequest, onUpgrade, continuesItself = false, limits, http2 }: GuardedServerOptions) {
    const all: ServerLimits = { ...SERVER_LIMITS, ...limits };
    const options: http.ServerOptions = {
      IncomingMessage: requestClass(() => onUpgrade !== undefined),
      ...classes,
      // Such requests get an answer below, as those with several hosts do.
      requireHostHeader: false,
      maxHeaderSize: all.headBytes,
      headersTimeout: all.headTime,
      requestTimeout: all.requestTime,
      connectionsCheckingInterval: all.checkEvery,
      keepAlive: true,
      keepAliveTimeout: all.idleTime,
    };
    const protocols = http2 === undefined ? ["http/1.1"] : ["h2", "http/1.1"];
    const secure =
      tls && https.createServer({ ...options, ...tls, ALPNProtocols: protocols, handshakeTimeout: all.headTime });
    const server = secure ?? http.createServer(options);
    this.#server = server;
    this.#tls = tls ?? {};
    // Node silently drops headers beyond a default number, which could include impersonation headers.
    server.maxHeadersCount = 0;
    this.#stalled = new StalledWrites(this.#sockets, all.maxStalledChecks, all.writeCheckInterval);
    this.#silent = new SilentConnections(all.silentConnections);
    this.#ahead = new SentAhead(all.aheadBytes);
    const turns = new RequestTurns();
    const arrivals = new Arrivals();

    const begin = (request: http.IncomingMessage, response: http.ServerResponse): void => {
      this.#silent.spoke(request.socket);
      this.#ahead.began(request);
      response.on("close", () => {
        this.#ahead.answered(request);
        boundRestOfBody(request, all.restBytes);
      });
      const problem = problemOfHost(request);
      if (problem !== undefined) {
        response.writeHead(400, { "content-type": "text/plain; charset=utf-8", connection: "close" });
        response.end(`400 Bad Request: ${problem}`);
        return;
      }
      turns.take(request.socket, response, () =>
        arrivals.begin(request.socket, () => {
          if (!response.destroyed) onRequest(request, response);
        }),
      );
    };
    server.on("request", begin);
    if (continuesItself) server.on("checkContinue", begin);
    server.on("upgrade", (request, socket, head) => {
      this.#silent.spoke(request.socket);
      this.#ahead.end(request);
      // Node removes its own listener: without one, a broken connection would end the process.
      socket.on("error", () => socket.destroy());
      if (onUpgrade === undefined || problemOfHost(request) !== undefined) {
        socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      turns.take(request.socket, undefined, () =>
        arrivals.begin(request.socket, () => {
          if (!socket.destroyed) onUpgrade(request, socket, head);
        }),
      );
    });
    server.on("timeout", endUnlessSpeaking);
    server.on("clientError", (error, socket) => {
      answerBrokenRequest(error, socket, turns.isAnswering(socket as Socket));
    });
    this.#http2 =
      http2 &&
      new Http2Connections({
        ...http2,
        limits: all,
        onRequest: (request, response) => {
          this.#silent.spoke(request.socket);
          // A stream that the client has reset meanwhile needs no handling.
          arrivals.begin(request.socket, () => {
            if (!response.destroyed) http2.onRequest(request, response);
          });
        },
      });
    if (secure !== undefined) this.#acceptSecure(secure, all);
    else
      server.on("connection", (socket: Socket) => {
        this.#silent.add(socket);
        this.#prepare(socket);
      });
  }

  /**
   * Starts listening. Rejects when the address is in use or does not belong to this machine.
   * @param port 0 for any free port
   */
  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        // A connection that could not be accepted (too many open files) fails alone; the process continues.
        this.#server.on("error", () => undefined);
        resolve();
      });
    });
    this.#stalled.begin();
    this.#http2?.begin();
    return this.#server.address() as AddressInfo;
  }

  /** Sets the certificates for new connections; no effect for plain HTTP. */
  setSecureContext(options: https.ServerOptions): void {
    if (!(this.#server instanceof https.Server)) return;
    this.#server.setSecureContext(options);
    this.#tls = { ...this.#tls, ...options };
    this.#innerContext = undefined;
  }

  /**
   * Accepts a connection that is made inside the process. It uses TLS, and the limits of network connections apply.
   * @param from the address that the server sees as the client's
   * @returns the client's side, below TLS
   */
  accept(from: string): Duplex {
    const server = this.#server;
    if (!(server instanceof https.Server)) throw new Error("only a server that speaks TLS takes inner connections");
    if (this.#isClosed) return new PassThrough().destroy();
    this.#innerContext ??= createSecureContext(this.#tls as SecureContextOptions);
    this.#innerPort = this.#innerPort === LAST_INNER_PORT ? FIRST_INNER_PORT : this.#innerPort + 1;
    const { client, secured } = innerConnection({
      ...{ from, port: this.#innerPort, server, tls: this.#tls },
      secureContext: this.#innerContext,
    });
    this.#silent.add(secured);
    server.emit("secureConnection", secured);
    return client;
  }

  /** Ends idle connections at once and, after `grace` milliseconds, all others, including upgraded ones. */
  async close(grace = 0): Promise<void> {
    this.#isClosed = true;
    this.#stalled.end();
    this.#http2?.close();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const destroyAll = (): void => {
      for (const socket of this.#sockets) socket.destroy();
      this.#silent.destroyAll();
    };
    if (grace === 0) destroyAll();
    const timer = setTimeout(destroyAll, grace);
    // A kept-alive connection becomes idle when its last answer was sent.
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP);
    await closed;
    clearTimeout(timer);
    clearInterval(sweep);
    // Node does not wait for connections made inside the process.
    destroyAll();
  }

  /**
   * Starts handshakes in slices that yield to the event loop, passes each connection to the server of its negotiated
   * protocol, and informs clients that connect without TLS that it is required.
   */
  #acceptSecure(secure: https.Server, limits: ServerLimits): void {
    const speakTls = takeListeners<Socket>(secure, "connection");
    const handshakes = new Handshakes({ begin: speakTls, silence: limits.headTime });
    secure.on("connection", (socket: Socket) => {
      this.#silent.add(socket);
      handshakes.add(socket);
    });
    const speakHttp1 = takeListeners<TLSSocket>(secure, "secureConnection");
    secure.on("secureConnection", (socket: TLSSocket) => {
      // As in the reference: a renegotiation costs the server a handshake, and no client of the API needs one.
      socket.disableRenegotiation();
      const beneath = this.#silent.beneath(socket);
      if (beneath !== undefined) handshakes.over(beneath);
      this.#silent.secured(socket);
      if (socket.alpnProtocol === "h2" && this.#http2 !== undefined) {
        this.#sockets.add(socket);
        socket.on("close", () => this.#sockets.delete(socket));
        socket.setNoDelay(true);
        this.#http2.take(socket);
        return;
      }
      speakHttp1(socket);
      this.#prepare(socket);
    });
    secure.on("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
      if (error.code === "ERR_SSL_HTTP_REQUEST") this.#silent.beneath(socket)?.end(NOT_SECURE);
    });
  }

  #prepare(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.setNoDelay(true);
    readThroughStream(socket);
    this.#ahead.follow(socket);
  }
}

/** Removes Node's own listeners of a server event. @returns a function that calls them */
function takeListeners<T>(server: https.Server, event: "connection" | "secureConnection"): (value: T) => void {
  const listeners = server.listeners(event) as ((value: T) => void)[];
  server.removeAllListeners(event);
  return (value) => {
    for (const listener of listeners) listener.call(server, value);
  };
}

/** First and last of the client ports that the server sees for connections made inside the process. */
const FIRST_INNER_PORT = 32_768;
const LAST_INNER_PORT = 60_999;

/** Milliseconds between two checks for newly idle connections while the server closes. */
const SWEEP = 20;

/**
 * Makes the bytes of a connection reach the parser through the socket's stream instead of below it. Node pauses its
 * parser while an earlier answer is being written. Bytes that arrive below the stream then meet a paused parser, which
 * ends the connection (`HPE_PAUSED`); a paused stream keeps them instead. Listening for data, however briefly, makes
 * Node switch to the stream.
 */
function readThroughStream(socket: Socket): void {
  const listener = (): void => undefined;
  socket.on("data", listener);
  socket.off("data", listener);
}

/**
 * Ends a connection that was idle for its time, unless its next request has arrived meanwhile. A busy event loop runs
 * its timers before it reads, so it would otherwise cut off requests that the client sent in time.
 */
function endUnlessSpeaking(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/**
 * Why the `Host` header of a request is refused; undefined if it is not. Node keeps the first of several, but a proxy in
 * front of the server may have checked another one. From HTTP/1.1 on, a request needs one (RFC 9112, 3.2).
 */
function problemOfHost({ rawHeaders, httpVersionMajor, httpVersionMinor }: http.IncomingMessage): string | undefined {
  let found = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (found) return "too many Host headers";
    found = true;
  }
  const isOld = httpVersionMajor < 1 || (httpVersionMajor === 1 && httpVersionMinor === 0);
  return found || isOld ? undefined : "missing required Host header";
}
