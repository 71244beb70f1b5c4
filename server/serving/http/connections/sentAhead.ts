import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { GatheredBytes } from "../../../ground/memory/gatheredBytes.ts";
import { foreignMethod, isPartOfMethod, STAND_IN } from "./foreignMethod.ts";

/** The end of a request's head. */
const HEAD_END = Buffer.from("\r\n\r\n");
/**
 * Bytes that the parser gets at least while it reads a body in chunks, which may contain any number of
 * {@link HEAD_END}. Two more requests fit in them.
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
  /** Whether the next byte is certainly the first of a request. */
  #isAtStart = true;
  /** Bytes of the latest request's body that the parser has not got yet; NaN when unknown. */
  #bodyLeft = 0;
  /** The method of the request whose head is being parsed, if the parser does not know it. */
  #method: string | undefined;
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

  began(request: IncomingMessage): void {
    this.#nameMethod(request);
    this.#latest = request;
    this.#unanswered += 1;
  }

  answered(): void {
    this.#unanswered -= 1;
    this.#goOn();
  }

  /** Passes all bytes to others from now on: the connection switches protocols. */
  end(request: IncomingMessage): void {
    this.#nameMethod(request);
    this.#isOver = true;
    this.#socket.off("data", this.#take);
    this.#socket.off("drain", this.#goOn);
    if (this.#isParsing) return;
    this.#giveBack();
  }

  readonly #take = (chunk: Buffer): void => {
    // Most clients wait for an answer before they send the next request: nothing is held.
    if (this.#held.size === 0 && !this.#isParsing) {
      this.#passAll(chunk);
      return;
    }
    this.#held.push(chunk);
    this.#goOn();
  };

  readonly #goOn = (): void => {
    if (this.#held.size === 0 || this.#isParsing || this.#isOver) return;
    this.#passAll(this.#held.take());
  };

  /** Passes bytes to the parser, as far as it may have them now, and holds the others. */
  #passAll(bytes: Buffer): void {
    this.#isParsing = true;
    let at = 0;
    while (at < bytes.length && this.#mayParse()) {
      // The parser would refuse a foreign method at its first strange letter.
      if (this.#isAtStart && isPartOfMethod(bytes, at)) break;
      const end = this.#cut(bytes, at);
      this.#pass(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
      at = end;
    }
    this.#isParsing = false;
    if (at < bytes.length) this.#held.push(bytes.subarray(at));
    if (this.#isOver) this.#giveBack();
    else this.#regulate();
  }

  #pass(piece: Buffer): void {
    const latest = this.#latest;
    const wasInBody = this.#isInBody;
    if (this.#isAtStart) this.#method = foreignMethod(piece);
    if (this.#isAtStart && this.#method !== undefined) {
      this.#parse.call(this.#socket, STAND_IN);
      this.#parse.call(this.#socket, piece.subarray(this.#method.length));
    } else this.#parse.call(this.#socket, piece);
    if (this.#latest === latest) this.#bodyLeft -= piece.length;
    else this.#bodyLeft = wasInBody ? Number.NaN : bodyLength(this.#latest);
    // Node answers some requests itself, so whether they have a body is unknown here.
    const isKnown = wasInBody || this.#latest !== latest;
    const endsHead = endsWithHead(piece);
    if (endsHead) this.#method = undefined;
    this.#isAtStart = isKnown && (endsHead || this.#bodyLeft === 0) && this.#latest?.complete === true;
  }

  #nameMethod(request: IncomingMessage): void {
    if (this.#method !== undefined) request.method = this.#method;
  }

  get #isInBody(): boolean {
    return this.#latest?.complete === false;
  }

  /** Node pauses its parser when a request comes while earlier answers wait for the client to read them. */
  #mayParse(): boolean {
    if (this.#isOver || this.#socket.destroyed) return false;
    return this.#isInBody || (this.#unanswered === 0 && !this.#socket.writableNeedDrain);
  }

  /** The end of the next piece for the parser: it contains at most one head, unless it is part of a body in chunks. */
  #cut(bytes: Buffer, at: number): number {
    if (this.#isInBody && this.#bodyLeft > 0) return Math.min(at + this.#bodyLeft, bytes.length);
    const end = bytes.indexOf(HEAD_END, at + (this.#isInBody ? LEAST : 0));
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

/** Whether bytes end with the end of a head. */
const endsWithHead = (bytes: Buffer): boolean =>
  bytes.length >= HEAD_END.length && HEAD_END.compare(bytes, bytes.length - HEAD_END.length) === 0;

/** Bytes in the body of a request; NaN when its head does not say it. */
function bodyLength(request: IncomingMessage | undefined): number {
  return request?.headers["transfer-encoding"] === undefined
    ? Number(request?.headers["content-length"] ?? 0)
    : Number.NaN;
}

/**
 * Holds back what clients send ahead: the parser gets the next request of a connection when the earlier ones are
 * answered. So a connection has only a few requests at a time, and costs little when it breaks off: Node makes an error
 * for each request that it has parsed. The reference also reads a request after it has answered the previous one.
 *
 * Where a request certainly begins, any method is accepted as in the reference, although the parser knows only some.
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
  began(request: IncomingMessage): void {
    this.#lanes.get(request.socket)?.began(request);
  }

  /** Call it when the response to a request was sent or can no longer be sent. */
  answered(request: IncomingMessage): void {
    this.#lanes.get(request.socket)?.answered();
  }

  /** Call it when a connection switches protocols. */
  end(request: IncomingMessage): void {
    this.#lanes.get(request.socket)?.end(request);
  }
}
