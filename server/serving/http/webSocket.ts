import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import {
  type Answer,
  type FrameSink,
  type Handler,
  isRelayed,
  isSocket,
  isStream,
  isTunnel,
} from "../../ground/request/context.ts";
import { holdEarlyBytes } from "./earlyBytes.ts";
import { type InfoOf, openExchange } from "./exchange.ts";
import { MAX_PIECES, MessageEndpoint } from "./messageSocket.ts";
import { RequestEnd } from "./requestEnd.ts";
import { refuseUpgrade, Tunnels } from "./tunnel.ts";

/**
 * Maximum unread bytes of a watcher when an event occurs; beyond that it is disconnected. A single message may be
 * larger.
 */
const BUFFER_LIMIT = 4 * 1024 * 1024;
/** Unread bytes above which a sender that can wait does so. */
const BUFFER_MARK = 256 * 1024;
/**
 * Maximum bytes of a message from the client. Messages of clients of a watch are ignored, so large ones are not
 * accepted.
 */
const MAX_MESSAGE = 64 * 1024;

interface EndpointParts {
  readonly vocabulary: Vocabulary;
  now(): number;
  readonly onBegin: (end: RequestEnd) => void;
  readonly onEnd: (end: RequestEnd) => void;
  /** Whether the `watch` parameter also applies to requests for one object; default true. */
  readonly namedWatch?: boolean | undefined;
  /** See `ExchangeOptions.infoOf`. */
  readonly infoOf?: InfoOf | undefined;
}

/** Watches over WebSocket: the same paths, one text message per event. Upgrades to extension servers are passed on. */
export class WebSocketEndpoint {
  readonly #server: WebSocketServer;
  readonly #messages = new MessageEndpoint();
  readonly #tunnels = new Tunnels();
  readonly #handler: Handler;
  readonly #parts: EndpointParts;

  constructor(handler: Handler, parts: EndpointParts) {
    this.#handler = handler;
    this.#parts = parts;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_MESSAGE,
      maxBufferedChunks: MAX_PIECES,
      allowSynchronousEvents: false,
      // The token's pseudo-protocol is never echoed; the first ordinary one is.
      handleProtocols: (protocols) => [...protocols].find((protocol) => !this.#isToken(protocol)) ?? false,
    });
  }

  /** Handles an HTTP upgrade: runs the request first, and switches protocols only if the answer is a stream. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { now, onBegin, onEnd, namedWatch, infoOf } = this.#parts;
    const end = new RequestEnd();
    const abort = (): void => onEnd(end);
    onBegin(end);
    socket.on("close", abort);
    socket.on("error", abort);
    const takeEarly = holdEarlyBytes(socket, head);
    let answer: Answer;
    let user = "";
    try {
      const context = openExchange(request, {
        now,
        namedWatch,
        infoOf,
        webSocket: true,
        webSocketToken: this.#token(request),
        end,
      });
      answer = await this.#handler(context);
      user = context.user.username;
    } catch {
      answer = { status: 400, headers: { "content-type": "text/plain" }, body: "bad request" };
    }
    if (isTunnel(answer)) {
      end.signal.addEventListener("abort", () => socket.destroy(), { once: true });
      this.#tunnels.join(socket, takeEarly(), answer);
      return;
    }
    if (isRelayed(answer)) {
      refuseUpgrade(socket, answer);
      return;
    }
    if (socket.destroyed) return;
    if (isSocket(answer)) {
      end.isStream = true;
      this.#messages.take({ request, socket, head: takeEarly(), end, user }, answer, abort);
      return;
    }
    if (!isStream(answer)) {
      // As for a client that asked for no WebSocket; any status but 101 tells the others.
      refuseUpgrade(socket, answer);
      return;
    }
    const { stream } = answer;
    this.#server.handleUpgrade(request, socket, takeEarly(), (webSocket) => {
      socket.resume();
      end.isStream = true;
      webSocket.on("close", abort);
      webSocket.on("error", abort);
      stream(socketSink(webSocket, socket, end.signal));
    });
  }

  #isToken(protocol: string): boolean {
    return protocol.startsWith(this.#parts.vocabulary.render("base64url.bearer.authorization.{domain}."));
  }

  /** The bearer token in a subprotocol: browsers cannot set headers on a WebSocket. */
  #token(request: IncomingMessage): string | undefined {
    const protocols = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((text) => text.trim());
    const protocol = protocols.find((candidate) => this.#isToken(candidate));
    const encoded = protocol?.slice(this.#parts.vocabulary.render("base64url.bearer.authorization.{domain}.").length);
    return encoded === undefined ? undefined : Buffer.from(encoded, "base64url").toString("utf8");
  }
}

/** @param socket the socket below the WebSocket, which notices a broken connection earlier */
function socketSink(webSocket: WebSocket, socket: Duplex, signal: AbortSignal): FrameSink {
  signal.addEventListener("abort", () => webSocket.terminate(), { once: true });
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const released = waiting;
    waiting = [];
    for (const resume of released) resume();
  };
  webSocket.on("close", release);
  const onSent = (): void => {
    if (waiting.length > 0 && webSocket.bufferedAmount < BUFFER_MARK) release();
  };
  return {
    signal,
    write: (frame) => {
      if (webSocket.readyState !== webSocket.OPEN || socket.destroyed) return false;
      const last = frame.length - 1;
      // JSON and YAML frames end in a newline that a message does not need; binary frames begin neither with a brace
      // nor with a dash.
      const text = (frame[0] === 0x7b || frame[0] === 0x2d) && frame[last] === 0x0a;
      if (webSocket.bufferedAmount > BUFFER_LIMIT) {
        webSocket.terminate();
        return false;
      }
      webSocket.send(text ? frame.subarray(0, last) : frame, { binary: !text }, onSent);
      return true;
    },
    drained: () =>
      webSocket.bufferedAmount < BUFFER_MARK || webSocket.readyState !== webSocket.OPEN
        ? undefined
        : new Promise((resolve) => waiting.push(resolve)),
    end: () => webSocket.close(1000),
  };
}
