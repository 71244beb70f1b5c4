import { Duplex } from "node:stream";

/** Maximum bytes that wait for a reader: each of them may have come in a frame of its own. */
const MAX_WAITING = 1024;

/** What a stream can do on its connection. */
export interface StreamLink {
  send(payload: Buffer, isLast: boolean, done: (error?: Error | null) => void): void;
  reply(headers: ReadonlyMap<string, string>): void;
  reset(): void;
  /** Called when the reader wants more. */
  resume(): void;
}

/** One stream of a connection: bytes in both directions; each side closes its own half. */
export class SpdyStream extends Duplex {
  readonly id: number;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly #link: StreamLink;

  constructor(id: number, headers: ReadonlyMap<string, string>, link: StreamLink) {
    super({ allowHalfOpen: true, readableHighWaterMark: MAX_WAITING });
    this.id = id;
    this.headers = headers;
    this.#link = link;
    // Users of the stream notice its end by other events, so they need not handle errors.
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
