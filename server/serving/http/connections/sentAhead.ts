import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { GatheredBytes } from "../../../ground/memory/gatheredBytes.ts";

/** The end of a request's head. */
const HEAD_END = "\r\n\r\n";
/**
 * Bytes that the parser gets at least while it reads a body, which may contain any number of {@link HEAD_END}. Two more
 * requests fit in them.
 */
const LEAST = 64;

type Listener = (chunk: Buffer) => void;

/** The bytes of one connection, on their way to Node's parser. */
class Lane {
  readonly #socket: Socket;
  readonly #parse: Listener;
  readonly #limit: number;
  readonly #held = new GatheredBytes();
  /** The latest request of the connection. */
  #latest: IncomingMessage | undefined;
  #unanswered = 0;
  #isFull = false;
  #isParsing = false;
  #isOver = false;

  constructor(socket: Socket, parse: Listener, limit: number) {
    this.#socket = socket;
    this.#parse = parse;
    this.#limit = limit;
    socket.on("data", this.#take);
    socket.on("drain", this.#goOn);
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    this.#latest = request;
    this.#unanswered += 1;
    response.on("close", this.#answered);
  }

  /** Passes all bytes to others from now on: the connection switches protocols. */
  end(): void {
    this.#isOver = true;
    this.#socket.off("data", this.#take);
    this.#socket.off("drain", this.#goOn);
    if (this.#isParsing) return;
    this.#giveBack();
  }

  readonly #answered = (): void => {
    this.#unanswered -= 1;
    this.#goOn();
  };

  readonly #take = (chunk: Buffer): void => {
    // Most clients wait for an answer before they send the next request: nothing is held.
    if (this.#held.size === 0 && !this.#isParsing) {
      this.#pass(chunk);
      return;
    }
    this.#held.push(chunk);
    this.#goOn();
  };

  readonly #goOn = (): void => {
    if (this.#held.size === 0 || this.#isParsing || this.#isOver) return;
    this.#pass(this.#held.take());
  };

  /** Passes bytes to the parser, as far as it may have them now, and holds the others. */
  #pass(bytes: Buffer): void {
    this.#isParsing = true;
    let at = 0;
    while (at < bytes.length && this.#mayParse()) {
      const end = this.#cut(bytes, at);
      this.#parse.call(this.#socket, at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
      at = end;
    }
    this.#isParsing = false;
    if (at < bytes.length) this.#held.push(bytes.subarray(at));
    if (this.#isOver) this.#giveBack();
    else this.#regulate();
  }

  get #isInBody(): boolean {
    return this.#latest?.complete === false;
  }

  /** Node pauses its parser when a request comes while earlier answers wait for the client to read them. */
  #mayParse(): boolean {
    if (this.#isOver || this.#socket.destroyed) return false;
    return this.#isInBody || (this.#unanswered === 0 && !this.#socket.writableNeedDrain);
  }

  /** The end of the next piece for the parser: it contains at most one head, unless it is part of a body. */
  #cut(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(HEAD_END, at + (this.#isInBody ? LEAST : 0), "latin1");
    return end < 0 ? bytes.length : end + HEAD_END.length;
  }

  #regulate(): void {
    const isFull = this.#held.size > this.#limit;
    if (isFull) this.#socket.pause();
    else if (this.#isFull) this.#socket.resume();
    this.#isFull = isFull;
  }

  #giveBack(): void {
    if (this.#held.size > 0 && !this.#socket.destroyed) this.#socket.unshift(this.#held.take());
  }
}

/**
 * Holds back what clients send ahead: the parser gets the next request of a connection when the earlier ones are
 * answered. So a connection has only a few requests at a time, and costs little when it breaks off: Node makes an error
 * for each request that it has parsed. The reference also reads a request after it has answered the previous one.
 */
export class SentAhead {
  readonly #limit: number;
  readonly #lanes = new WeakMap<Socket, Lane>();

  /** @param limit number of held bytes of a connection above which it is not read, so that its end goes unnoticed */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the place of the listener by which Node's parser gets the bytes of a connection. */
  follow(socket: Socket): void {
    const [parse] = socket.listeners("data") as Listener[];
    if (parse === undefined) return;
    socket.off("data", parse);
    this.#lanes.set(socket, new Lane(socket, parse, this.#limit));
  }

  /** Call it for each request before it is handled. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#lanes.get(request.socket)?.began(request, response);
  }

  /** Call it when a connection switches protocols. */
  end(socket: Socket): void {
    this.#lanes.get(socket)?.end();
  }
}
