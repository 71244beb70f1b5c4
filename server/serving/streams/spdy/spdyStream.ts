import { Duplex } from "node:stream";

/** What a stream does through its connection. */
export interface StreamLink {
  send(payload: Buffer, isLast: boolean, done: (error?: Error | null) => void): void;
  reply(headers: ReadonlyMap<string, string>): void;
  reset(): void;
  /** The reader wants more. */
  resume(): void;
}

/** One stream of a connection: bytes both ways; each side ends its own half. */
export class SpdyStream extends Duplex {
  readonly id: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly #link: StreamLink;

  constructor(id: number, headers: ReadonlyMap<string, string>, link: StreamLink) {
    super({ allowHalfOpen: true });
    this.id = id;
    this.headers = headers;
    this.#link = link;
    // The user of the stream learns of its end by other events; the cause of an error need not be handled.
    this.on("error", () => undefined);
  }

  /** Accepts the stream. */
  reply(headers: ReadonlyMap<string, string> = new Map()): void {
    this.#link.reply(headers);
  }

  override _read(): void {
    this.#link.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#link.send(chunk, false, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#link.send(Buffer.alloc(0), true, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#link.reset();
    done(error);
  }
}
