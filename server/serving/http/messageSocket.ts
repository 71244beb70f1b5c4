import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { ownBytes } from "../../ground/memory/ownBytes.ts";
import type { MessageSocket, SocketAnswer } from "../../ground/request/context.ts";
import { LargeMessages, MAX_MESSAGE } from "./largeMessages.ts";
import type { RequestEnd } from "./requestEnd.ts";
import { refuseUpgrade } from "./tunnel.ts";

/**
 * Maximum pieces in which one message may arrive. The package removes the first piece of an array over and over, which
 * takes seconds once the engine cannot move the start of the array: from 16,384 pieces on.
 */
export const MAX_PIECES = 8192;
/** Buffered bytes above which a sender waits. */
const BUFFER_MARK = 256 * 1024;
/** Maximum bytes waiting for a listener; beyond that, reading from the client pauses. */
const MAX_WAITING = 1024 * 1024;
/** Bytes that a waiting message needs besides its content. */
const OVERHEAD = 256;

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly end: RequestEnd;
  /** Name of the user. */
  readonly user: string;
}

/** WebSockets whose messages are handled by an endpoint. */
export class MessageEndpoint {
  readonly #chosen = new WeakMap<IncomingMessage, string>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    maxBufferedChunks: MAX_PIECES,
    // A client may send thousands of small messages at once: the event loop runs other work between two of them.
    allowSynchronousEvents: false,
    handleProtocols: (_offered, request) => this.#chosen.get(request) || false,
  });

  readonly #large: LargeMessages;

  constructor(large = new LargeMessages()) {
    this.#large = large;
  }

  /** @param onEnd called when the connection has ended */
  take({ request, socket, head, end, user }: Upgrade, answer: SocketAnswer, onEnd: () => void): void {
    const protocol = chosenProtocol(request, answer.protocols);
    if (protocol === undefined) {
      const body = "the sub-protocols of the WebSocket are not supported\n";
      refuseUpgrade(socket, { status: 403, headers: { "content-type": "text/plain" }, body });
      return;
    }
    this.#chosen.set(request, protocol);
    // The package accepts only protocol names that are tokens, but the protocol for port forwarding has a slash in its
    // name.
    if (protocol !== "") request.headers["sec-websocket-protocol"] = "chosen";
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      socket.resume();
      webSocket.on("close", onEnd);
      webSocket.on("error", onEnd);
      end.signal.addEventListener("abort", () => webSocket.terminate(), { once: true });
      const holds = new Holds(webSocket);
      const { signal } = end;
      const note = this.#large.follow({ webSocket, socket, user, signal, hold: () => holds.add() });
      answer.talk(new WebSocketMessages({ webSocket, protocol, signal, holds, note }));
    });
  }
}

/**
 * The first of the client's sub-protocols that is supported here; empty if it offers none and that is allowed,
 * undefined if none is supported.
 */
export function chosenProtocol(request: IncomingMessage, spoken: readonly string[]): string | undefined {
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").flatMap((text) => text.trim() || []);
  if (offered.length === 0) return spoken.includes("") ? "" : undefined;
  return offered.find((protocol) => spoken.includes(protocol));
}

/** The reasons for which a connection is not read. */
class Holds {
  readonly #webSocket: WebSocket;
  #count = 0;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
  }

  /** @returns a function that removes the reason; it must be called once */
  add(): () => void {
    this.#count += 1;
    this.#webSocket.pause();
    return () => {
      this.#count -= 1;
      if (this.#count === 0) this.#webSocket.resume();
    };
  }
}

interface WebSocketMessagesParts {
  readonly webSocket: WebSocket;
  readonly protocol: string;
  readonly signal: AbortSignal;
  readonly holds: Holds;
  /** Called with each message: with a promise if it is only handled when that resolves. */
  readonly note: (handled: Promise<void> | undefined) => void;
}

class WebSocketMessages implements MessageSocket {
  readonly protocol: string;
  readonly signal: AbortSignal;
  readonly #webSocket: WebSocket;
  readonly #holds: Holds;
  readonly #note: WebSocketMessagesParts["note"];
  #listener: ((message: Buffer) => Promise<void> | undefined) | undefined;
  #early: Buffer[] = [];
  #waiting = 0;
  /** Continues reading after {@link MAX_WAITING} bytes have been waiting for a listener. */
  #onListener: (() => void) | undefined;
  #senders: (() => void)[] = [];

  constructor({ webSocket, protocol, signal, holds, note }: WebSocketMessagesParts) {
    this.#webSocket = webSocket;
    this.#holds = holds;
    this.#note = note;
    this.protocol = protocol;
    this.signal = signal;
    webSocket.on("message", (data: Buffer) => this.#take(ownBytes(data)));
    webSocket.on("close", () => this.#release());
  }

  send(message: Uint8Array | string): Promise<void> | undefined {
    const webSocket = this.#webSocket;
    if (webSocket.readyState !== webSocket.OPEN) return undefined;
    webSocket.send(message, { binary: typeof message !== "string" }, () => {
      if (webSocket.bufferedAmount < BUFFER_MARK) this.#release();
    });
    if (webSocket.bufferedAmount < BUFFER_MARK) return undefined;
    return new Promise((resolve) => this.#senders.push(resolve));
  }

  onMessage(listener: (message: Buffer) => Promise<void> | undefined): void {
    this.#listener = listener;
    const early = this.#early;
    this.#early = [];
    this.#waiting = 0;
    for (const message of early) this.#give(message, listener);
    this.#onListener?.();
    this.#onListener = undefined;
  }

  close(): void {
    this.#webSocket.close(1000);
  }

  #take(message: Buffer): void {
    if (this.#listener !== undefined) {
      this.#note(this.#give(message, this.#listener));
      return;
    }
    this.#note(undefined);
    this.#early.push(message);
    this.#waiting += message.length + OVERHEAD;
    if (this.#waiting >= MAX_WAITING) this.#onListener ??= this.#holds.add();
  }

  #give(message: Buffer, listener: (message: Buffer) => Promise<void> | undefined): Promise<void> | undefined {
    const room = listener(message);
    if (room !== undefined) void room.then(this.#holds.add());
    return room;
  }

  #release(): void {
    for (const resolve of this.#senders.splice(0)) resolve();
  }
}
