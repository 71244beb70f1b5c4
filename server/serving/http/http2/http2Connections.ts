import http2, {
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { ServerLimits } from "../connections/serverLimits.ts";
import { StalledWrites } from "../connections/stalledWrites.ts";
import { HeadBudget } from "./headBudget.ts";
import { StreamRequest } from "./streamRequest.ts";
import { StreamResponse } from "./streamResponse.ts";

export interface Http2Options {
  /** Requests that one connection may have under way. Default 100, as in the reference. */
  readonly maxStreams?: number;
  /** Chance (0 to 1) that a request ends its connection. Default none. */
  readonly goawayChance?: number;
  /**
   * Whether a connection ends after a request that was not authenticated: a client that only wants to keep the server
   * busy then has to connect anew. Default true.
   */
  readonly endUnauthenticated?: boolean;
}

export interface Http2ConnectionsOptions extends Http2Options {
  readonly limits: ServerLimits;
  readonly onRequest: (request: StreamRequest, response: StreamResponse) => void;
}

/** How many bytes of a request a client may send before the server takes them: nearly all bodies in one go. */
const STREAM_WINDOW = 256 * 1024;
const CONNECTION_WINDOW = 4 * 1024 * 1024;
/** Node refuses streams above this (MiB). What answers hold is bounded by `respond`, what requests hold by the windows. */
const SESSION_MEMORY = 1000;
/**
 * What a header counts beside its name and its value, in bytes (RFC 9113, 6.5.2): the size of the head bounds how many there
 * are.
 */
const HEADER_BYTES = 32;
const DEFAULT_STREAMS = 100;

/** Connections that speak HTTP/2. Their requests are handled side by side. */
export class Http2Connections {
  readonly #server: Http2Server;
  readonly #limits: ServerLimits;
  readonly #options: Http2Options;
  readonly #onRequest: Http2ConnectionsOptions["onRequest"];
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #answering = new Set<StreamResponse>();
  readonly #stalled: StalledWrites;
  /** The connection that a session is being made for. */
  #arriving: TLSSocket | undefined;

  constructor({ limits, onRequest, ...options }: Http2ConnectionsOptions) {
    const { maxStreams = DEFAULT_STREAMS } = options;
    this.#limits = limits;
    this.#options = options;
    this.#onRequest = onRequest;
    this.#stalled = new StalledWrites(this.#answering, limits.looksInVain, limits.lookEvery);
    this.#server = http2.createServer({
      maxSessionMemory: SESSION_MEMORY,
      maxHeaderListPairs: Math.floor(limits.headBytes / HEADER_BYTES),
      settings: {
        maxConcurrentStreams: maxStreams,
        initialWindowSize: STREAM_WINDOW,
        maxHeaderListSize: limits.headBytes,
        enablePush: false,
      },
    });
    this.#server.on("session", (session: ServerHttp2Session) => {
      if (this.#arriving !== undefined) this.#begin(session, this.#arriving);
    });
    // What a connection does wrong ends that connection.
    this.#server.on("sessionError", () => undefined);
  }

  /** Takes a connection over that has agreed on HTTP/2. */
  take(socket: TLSSocket): void {
    this.#arriving = socket;
    this.#server.emit("connection", socket);
    this.#arriving = undefined;
  }

  /** Begins to look after peers that do not read. */
  begin(): void {
    this.#stalled.begin();
  }

  /** Ends connections when their requests are answered, and takes no more of them. */
  close(): void {
    this.#stalled.end();
    for (const session of this.#sessions) session.close();
  }

  #begin(session: ServerHttp2Session, socket: TLSSocket): void {
    const { headBytes, headTime, idleTime } = this.#limits;
    const { maxStreams = DEFAULT_STREAMS, goawayChance = 0, endUnauthenticated = true } = this.#options;
    const budget = new HeadBudget(maxStreams);
    this.#sessions.add(session);
    let open = 0;
    session.on("close", () => this.#sessions.delete(session));
    session.on("error", () => undefined);
    session.on(
      "stream",
      (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: string[]) => {
        // Node bounds heads only once the client has confirmed the settings; a few bytes may stand for megabytes before.
        if (isLarger(rawHeaders, headBytes) || !budget.take(rawHeaders.length / 2)) {
          session.goaway(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
          session.destroy();
          return;
        }
        open += 1;
        const response = new StreamResponse(stream, { endUnauthenticated, endConnection: () => session.close() });
        if (Math.random() < goawayChance) response.endConnectionAfter();
        this.#answering.add(response);
        stream.on("close", () => {
          open -= 1;
          this.#answering.delete(response);
        });
        session.setTimeout(idleTime);
        this.#onRequest(new StreamRequest(stream, headers, rawHeaders, socket), response);
      },
    );
    // The timer while no request is under way: the client has to send a request soon, and may not keep an unused
    // connection.
    session.setTimeout(headTime, () => {
      if (open === 0) session.close();
    });
    session.setLocalWindowSize(CONNECTION_WINDOW);
  }
}

/** Whether a head is larger than so many bytes. @param rawHeaders names and values in turn */
function isLarger(rawHeaders: readonly string[], most: number): boolean {
  let bytes = (rawHeaders.length / 2) * HEADER_BYTES;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > most;
}
