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
  /** Maximum number of concurrent requests per connection. Default 100, as in the reference. */
  readonly maxStreams?: number;
  /** Probability (0 to 1) that a request ends its connection. Default 0. */
  readonly goawayChance?: number;
  /**
   * Whether a connection ends after an unauthenticated request: then a client that only wants to keep the server busy
   * has to reconnect each time. Default true.
   */
  readonly endUnauthenticated?: boolean;
}

export interface Http2ConnectionsOptions extends Http2Options {
  readonly limits: ServerLimits;
  readonly onRequest: (request: StreamRequest, response: StreamResponse) => void;
}

/** Bytes of a request body that a client may send before the server reads them: enough for nearly all bodies. */
const STREAM_WINDOW = 256 * 1024;
const CONNECTION_WINDOW = 4 * 1024 * 1024;
/**
 * Memory in MiB above which Node refuses streams. Memory for answers is bounded by `respond`, and for requests by the
 * flow-control windows.
 */
const SESSION_MEMORY = 1000;
/**
 * Bytes per header in addition to its name and value (RFC 9113, 6.5.2): so the limit of the head's size bounds the
 * number of headers.
 */
const HEADER_BYTES = 32;
const DEFAULT_STREAMS = 100;

/** Connections that use HTTP/2. Requests of one connection are handled concurrently. */
export class Http2Connections {
  readonly #server: Http2Server;
  readonly #limits: ServerLimits;
  readonly #options: Http2Options;
  readonly #onRequest: Http2ConnectionsOptions["onRequest"];
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #answering = new Set<StreamResponse>();
  readonly #stalled: StalledWrites;
  /** The connection for which a session is being created. */
  #arriving: TLSSocket | undefined;

  constructor({ limits, onRequest, ...options }: Http2ConnectionsOptions) {
    const { maxStreams = DEFAULT_STREAMS } = options;
    this.#limits = limits;
    this.#options = options;
    this.#onRequest = onRequest;
    this.#stalled = new StalledWrites(this.#answering, limits.maxStalledChecks, limits.writeCheckInterval);
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
    // A protocol error ends only the connection that caused it.
    this.#server.on("sessionError", () => undefined);
  }

  /** Takes over a connection that has negotiated HTTP/2. */
  take(socket: TLSSocket): void {
    this.#arriving = socket;
    this.#server.emit("connection", socket);
    this.#arriving = undefined;
  }

  /** Starts checking for peers that do not read. */
  begin(): void {
    this.#stalled.begin();
  }

  /** Ends connections once their requests are answered, and accepts no new ones. */
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
        // Node limits heads only once the client has confirmed the settings. Before, a few bytes can become megabytes.
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
    // The timeout while no request is running: the client must send its first request soon, and may not keep an unused
    // connection open for long. A busy event loop runs its timers before it reads, so a request may have arrived in
    // time: the loop reads first.
    session.setTimeout(headTime, () =>
      setImmediate(() => {
        if (open === 0) session.close();
      }),
    );
    session.setLocalWindowSize(CONNECTION_WINDOW);
  }
}

/** Whether a head is larger than `most` bytes. @param rawHeaders names and values, alternating */
function isLarger(rawHeaders: readonly string[], most: number): boolean {
  let bytes = (rawHeaders.length / 2) * HEADER_BYTES;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > most;
}
